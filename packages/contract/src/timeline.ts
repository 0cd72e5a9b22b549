import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** By the clock where something was taken; of what has no date, by when it was added. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2024-07.');

/** Whose pictures and videos: a person's, or an organisation's beside its member's own; of whoever asks when neither is given. */
const whose = { userId: id.optional(), orgId: id.optional() };

/** GET /medias/timeline/months. */
export const timelineMonthsQuery = z.object(whose);
export const timelineMonth = z.object({
  month,
  count: z.number(),
  /** As in `MediaLayout`, newest first. */
  ratios: z.string(),
});
/** Newest first; none that is empty. */
export const timelineMonths = z.array(timelineMonth);
export type TimelineMonth = z.infer<typeof timelineMonth>;

/** GET /medias/timeline: newest first, from the end of a month on. */
export const timelineQuery = z.object({
  ...whose,
  month: month.optional(),
  /** So many of that month's newest are left out. */
  skip: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  /** What follows this media, instead of `month` and `skip`. */
  after: id.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(LIMITS.pageSizeMax).default(100),
});
