import { z } from 'zod';

const shown = z.object({ playlistId: z.string(), name: z.string() });

/** What a device shows by what is published on it, whether or not its screen has heard of it yet. */
export const forecast = z.object({
  /** Null: the idle picture. */
  now: shown.nullable(),
  /** Why: its schedule holds, it was made active last, it is the main playlist, or nothing is left. */
  reason: z.enum(['schedule', 'activated', 'main', 'idle']),
  /** The instant at which something else comes; null when nothing does within 8 days. */
  until: z.string().nullable(),
  /** What comes then; null for the idle picture, and without `until`. */
  next: shown.nullable(),
});
export type Forecast = z.infer<typeof forecast>;

/** What a publish would do to one device. */
export const publishForecast = z
  .object({
    deviceId: z.string(),
    before: forecast,
    after: forecast,
    /** Of all files its screen would hold. */
    neededBytes: z.number(),
    /** What the screen's browser gives it; null for a screen that does not tell. */
    quotaBytes: z.number().nullable(),
    fits: z.boolean().nullable(),
  })
  .meta({ id: 'PublishForecast' });
export type PublishForecast = z.infer<typeof publishForecast>;
