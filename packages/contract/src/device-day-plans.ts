import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { id } from './envelope.ts';

/** POST /publishes/days asks, and changes nothing. Without a date each device's own today. */
export const dayPlansBody = z.strictObject({
  deviceId: z.array(id).min(1).max(DEVICE_LIMITS.daysPerCall),
  date: z.iso.date().optional(),
});

/** One day of a device by the clock where it hangs, as its screen will show it. */
export const dayPlan = z
  .object({
    deviceId: z.string(),
    timeZone: z.string(),
    /** YYYY-MM-DD */
    date: z.string(),
    /** The first instant of the day, and the first of the next one: 24 hours, and 23 or 25 where clocks change. */
    from: z.string(),
    to: z.string(),
    /** Consecutive stretches that cover the whole day without gaps. */
    stretches: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        /** Null: the idle picture. */
        shows: z.object({ playlistId: z.string(), name: z.string() }).nullable(),
        why: z.enum(['schedule', 'activated', 'main', 'idle']),
      }),
    ),
    /** Times of the day outside of the operating hours, in which the screen is black. Absent when the screen is on all day. */
    off: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  })
  .meta({ id: 'DeviceDay' });
export type DayPlan = z.infer<typeof dayPlan>;
