import { z } from 'zod';
import { MESSAGES } from './messages.ts';
import { timeOfDay } from './schedule.ts';

const MOMENT_MESSAGE = 'Enter a date and a time.';
/** Date and time as shown by a local clock, to the minute, such as 2026-12-01T08:00. */
const localMoment = z.iso
  .datetime({ local: true, precision: -1, error: MOMENT_MESSAGE })
  .refine((text) => !text.endsWith('Z'), MOMENT_MESSAGE);

const WEEKDAYS_MESSAGE = 'Select at least one day.';

/**
 * When a media item is shown, by the clock in the time zone of the device. A missing field does not limit it. Outside of this period, screens skip the item.
 */
export const mediaValidity = z
  .strictObject({
    /** First minute. */
    from: localMoment.optional(),
    /** First minute in which it is no longer shown. */
    until: localMoment.optional(),
    /** 0 Sunday to 6 Saturday. */
    weekdays: z
      .array(z.number().int().min(0).max(6))
      .min(1, WEEKDAYS_MESSAGE)
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'List each day only once.')
      .optional(),
    /** Start is inclusive, end exclusive. An end before the start is on the next day, and the window belongs to the weekday on which it starts. */
    startTime: timeOfDay('Enter a start time.').optional(),
    endTime: timeOfDay('Enter an end time.').optional(),
  })
  .refine((valid) => Object.values(valid).some((value) => value !== undefined), 'Enter a date, days or times.')
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    path: ['until'],
    message: 'Choose an end after the start.',
  })
  .refine(({ startTime, endTime }) => startTime !== undefined || endTime === undefined, {
    path: ['startTime'],
    message: 'Enter a start time.',
  })
  .refine(({ startTime, endTime }) => startTime === undefined || endTime !== undefined, {
    path: ['endTime'],
    message: 'Enter an end time.',
  })
  .refine(({ startTime, endTime }) => startTime === undefined || startTime !== endTime, {
    path: ['endTime'],
    message: MESSAGES.scheduleSame,
  });
export type MediaValidity = z.infer<typeof mediaValidity>;

/** Seconds that an image, a page or a widget stays on screens. */
export const mediaDuration = z
  .number()
  .int('Enter whole seconds.')
  .min(1, 'Enter at least 1 second.')
  .max(3600, 'Enter at most 3600 seconds, which is an hour.');
