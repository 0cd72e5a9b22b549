import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** Month of capture in local time; for media without a date, of when it was added. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2024-07.');

/** Owner of the media: a user, or an organisation together with the caller's own media. The default is the caller. */
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

const PERIOD_MESSAGE = 'Enter a month such as 2024-07, or a day such as 2024-07-31.';
const isPeriod = (text: string) => month.safeParse(text).success || z.iso.date().safeParse(text).success;

/** GET /medias/timeline/ids: a part of the timeline, at most `LIMITS.mediaPerCall` ids. Without a part, the newest media. */
export const timelineIdsQuery = z
  .object({
    ...whose,
    /** A month or a day of capture. */
    period: z.string().refine(isPeriod, PERIOD_MESSAGE).optional(),
    /** The ends of a range, in either order. */
    from: id.optional(),
    to: id.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { path: ['to'], message: 'Specify both ends of the range.' });

/** GET /medias/timeline: newest first, from the end of a month on. */
export const timelineQuery = z.object({
  ...whose,
  month: month.optional(),
  /** Number of the month's newest media to skip. */
  skip: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  /** Continues after this media, instead of `month` and `skip`. */
  after: id.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(LIMITS.pageSizeMax).default(100),
});
