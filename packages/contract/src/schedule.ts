import { z } from 'zod';
import { MESSAGES } from './messages.ts';

/** Time of day to the minute, such as 18:30. `missing` is the message without one. */
export const timeOfDay = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 18:30');

/**
 * When a publish shows, in the device's time zone. Start is inclusive, end exclusive; an end
 * before the start runs over midnight and belongs to the day it starts on.
 */
export const schedule = z
  .strictObject({
    startTime: timeOfDay(MESSAGES.scheduleStart),
    endTime: timeOfDay('Please select End Time'),
    repeat: z.enum(['Daily', 'Once', 'Weekly']).default('Daily'),
    /** Once: the day it starts, as YYYY-MM-DD. */
    date: z.iso.date().optional(),
    /** Weekly: 0 Sunday to 6 Saturday. */
    weekdays: z.array(z.number().int().min(0).max(6)).min(1, 'Please select at least one day').max(7).optional(),
  })
  .refine((value) => value.startTime !== value.endTime, { path: ['endTime'], message: MESSAGES.scheduleSame })
  .refine((value) => value.repeat !== 'Once' || value.date !== undefined, { path: ['date'], message: 'Please select a date' })
  .refine((value) => value.repeat !== 'Weekly' || value.weekdays !== undefined, {
    path: ['weekdays'],
    message: 'Please select at least one day',
  });
export type Schedule = z.infer<typeof schedule>;
