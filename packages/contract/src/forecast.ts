import { z } from 'zod';

const shown = z.object({ playlistId: z.string(), name: z.string() });

/** Playlist that a device shows according to its publishes, even if the screen has not received them yet. */
export const forecast = z.object({
  /** Null: the idle picture. */
  now: shown.nullable(),
  /** Reason: a schedule applies, it was activated last, it is the main playlist, or nothing is left. */
  reason: z.enum(['schedule', 'activated', 'main', 'idle']),
  /** The instant at which something else comes; null when nothing does within 8 days. */
  until: z.string().nullable(),
  /** The playlist that follows; null for the standby image, and without `until`. */
  next: shown.nullable(),
});
export type Forecast = z.infer<typeof forecast>;

/** Effect of a publish on one device. */
export const publishForecast = z
  .object({
    deviceId: z.string(),
    before: forecast,
    after: forecast,
    /** Size of all files that the screen would store. */
    neededBytes: z.number(),
    /** Storage quota of the screen's browser; null when the screen does not report it. */
    quotaBytes: z.number().nullable(),
    fits: z.boolean().nullable(),
  })
  .meta({ id: 'PublishForecast' });
export type PublishForecast = z.infer<typeof publishForecast>;
