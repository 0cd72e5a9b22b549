import { z } from 'zod';
import { timeOfDay } from './schedule.ts';

/** Limits of operating hours and brightness. They bound manifests, because a device follows the hours of up to 20 tags. */
export const OPERATING_LIMITS = {
  /** Ranges of a week. */
  weekRanges: 28,
  exceptions: 60,
  /** Ranges of an exception. */
  exceptionRanges: 4,
  /** Times of a brightness plan. */
  brightnessSteps: 24,
  /** Percent. A screen with less looks as if it was off. */
  brightnessMin: 5,
} as const;

/** Time that stands for both ends of a whole day. */
const MIDNIGHT = '00:00';
const WEEKDAYS_MESSAGE = 'Select at least one day.';
const hasNoDuplicates = (values: readonly unknown[]) => new Set(values).size === values.length;

const times = {
  startTime: timeOfDay('Enter a start time.'),
  /** Exclusive. At or before the start, it is on the next day; the range belongs to the day on which it starts. From 00:00 to 00:00 is the whole day. */
  endTime: timeOfDay('Enter an end time.'),
};
const isNotEmpty = ({ startTime, endTime }: { startTime: string; endTime: string }) => startTime !== endTime || startTime === MIDNIGHT;
const EMPTY_RANGE = { path: ['endTime'], message: 'Choose an end that differs from the start, or 12:00 AM for both for the whole day.' };

/** Time of day in which a screen is on, by the clock of the device. */
const hoursRange = z.strictObject(times).refine(isNotEmpty, EMPTY_RANGE);
export type HoursRange = z.infer<typeof hoursRange>;

const weekRange = z
  .strictObject({
    /** 0 Sunday to 6 Saturday. */
    weekdays: z.array(z.number().int().min(0).max(6)).min(1, WEEKDAYS_MESSAGE).max(7).refine(hasNoDuplicates, 'List each day only once.'),
    ...times,
  })
  .refine(isNotEmpty, EMPTY_RANGE);
export type WeekRange = z.infer<typeof weekRange>;

const hoursException = z.strictObject({
  date: z.iso.date('Enter a date.'),
  /** They replace the ranges of the week that start on this day. None: the screen stays off. */
  ranges: z.array(hoursRange).max(OPERATING_LIMITS.exceptionRanges, `An exception has at most ${OPERATING_LIMITS.exceptionRanges} ranges.`),
});
export type HoursException = z.infer<typeof hoursException>;

/** When a screen is on. Outside of these hours it is black and downloads nothing. */
export const operatingHours = z.strictObject({
  week: z
    .array(weekRange)
    .min(1, 'Add at least one range.')
    .max(OPERATING_LIMITS.weekRanges, `A week has at most ${OPERATING_LIMITS.weekRanges} ranges.`),
  exceptions: z
    .array(hoursException)
    .max(OPERATING_LIMITS.exceptions, `You can add up to ${OPERATING_LIMITS.exceptions} exceptions.`)
    .refine((all) => hasNoDuplicates(all.map(({ date }) => date)), 'List each date only once.'),
});
export type OperatingHours = z.infer<typeof operatingHours>;

const PERCENT_MESSAGE = `Enter a whole number from ${OPERATING_LIMITS.brightnessMin} to 100.`;
const brightnessStep = z.strictObject({
  /** Time of day from which the brightness applies, until the time of the next step. */
  time: timeOfDay('Enter a time.'),
  percent: z.number(PERCENT_MESSAGE).int(PERCENT_MESSAGE).min(OPERATING_LIMITS.brightnessMin, PERCENT_MESSAGE).max(100, PERCENT_MESSAGE),
});
export type BrightnessStep = z.infer<typeof brightnessStep>;

/** Brightness of a screen by time of day. The last step lasts until the first one of the next day. */
export const brightnessPlan = z
  .array(brightnessStep)
  .min(1, 'Add at least one time.')
  .max(OPERATING_LIMITS.brightnessSteps, `You can add up to ${OPERATING_LIMITS.brightnessSteps} times.`)
  .refine((steps) => hasNoDuplicates(steps.map(({ time }) => time)), 'List each time only once.');
export type BrightnessPlan = z.infer<typeof brightnessPlan>;

/** Fields of requests that change operating hours and brightness. Null removes them; what is left out stays as it is. */
export const operatingSettings = {
  operatingHours: operatingHours.nullable().optional(),
  brightness: brightnessPlan.nullable().optional(),
};
export interface OperatingSettings {
  operatingHours?: OperatingHours | null | undefined;
  brightness?: BrightnessPlan | null | undefined;
}

/** Operating hours and brightness in a manifest: those of the device or, if it has none, of all its tags. Left out when nothing is set. */
export const manifestOperation = {
  /** The screen is on while at least one of them is in effect. */
  hours: z.array(operatingHours).optional(),
  /** The highest of them applies. */
  brightness: z.array(brightnessPlan).optional(),
};

/** Whether a device is within its operating hours, as its screen evaluates them. */
export const deviceOperation = z.object({
  isOn: z.boolean(),
  /** Instant at which this changes; null when it does not within the week after the last exception. */
  until: z.string().nullable(),
  /** Names of the tags that set the hours; empty when the device has its own. */
  tags: z.array(z.string()),
  hours: z.array(operatingHours),
});
export type DeviceOperation = z.infer<typeof deviceOperation>;
