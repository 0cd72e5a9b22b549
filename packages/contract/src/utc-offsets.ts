import { z } from 'zod';

/** UTC offsets of a time zone by the server's rules. Browsers of TVs have rules that are years old, or do not know the zone. */
export const utcOffsets = z.object({
  /** Instant at which the table ends, in epoch milliseconds. */
  until: z.number().int(),
  /** Instant from which an offset applies, in epoch milliseconds, and the offset: minutes ahead of UTC. Ascending; the table starts with the first. */
  periods: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type UtcOffsets = z.infer<typeof utcOffsets>;
