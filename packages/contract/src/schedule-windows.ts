import { z } from 'zod';
import { MESSAGES } from './messages.ts';
import { type Schedule, schedule, timeOfDay } from './schedule.ts';
import { SCHEDULE_LIMITS } from './schedule-limits.ts';

/** 0 Sunday to 6 Saturday. */
const weekday = z.number().int().min(0).max(6);
const hasNoDuplicates = (values: readonly unknown[]) => new Set(values).size === values.length;
const listOfDates = (missing: string) =>
  z
    .array(z.iso.date('Enter dates such as 2026-12-24'))
    .min(1, missing)
    .max(SCHEDULE_LIMITS.dates)
    .refine(hasNoDuplicates, 'List each date only once');

const DAY_MESSAGE = 'Choose a day of the month from 1 to 31 or -1 for the last, or its first to fourth or last weekday';
const isNotZero = (value: number) => value !== 0;

/** A day of the month: by number, where -1 is the last day, or by weekday, where `nth` -1 is the last one of the month. */
const dayOfMonth = z.union(
  [
    z.strictObject({
      day: z.number(DAY_MESSAGE).int(DAY_MESSAGE).min(-1, DAY_MESSAGE).max(31, DAY_MESSAGE).refine(isNotZero, DAY_MESSAGE),
    }),
    z.strictObject({
      nth: z.number(DAY_MESSAGE).int(DAY_MESSAGE).min(-1, DAY_MESSAGE).max(4, DAY_MESSAGE).refine(isNotZero, DAY_MESSAGE),
      weekday,
    }),
  ],
  DAY_MESSAGE,
);
export type DayOfMonth = z.infer<typeof dayOfMonth>;

const repetition = z.enum(['Daily', 'Once', 'Weekly', 'Dates', 'Monthly', 'Yearly']);
type Repetition = z.infer<typeof repetition>;

/** Fields that a repetition requires. The other ones are not allowed with it. */
const REPETITION_FIELDS = {
  Daily: [],
  Once: ['date'],
  Weekly: ['weekdays'],
  Dates: ['dates'],
  Monthly: ['on'],
  Yearly: ['month', 'on'],
} as const satisfies Record<Repetition, readonly RepetitionField[]>;
type RepetitionField = 'date' | 'weekdays' | 'dates' | 'month' | 'on';

const MISSING = {
  date: 'Please select a date',
  weekdays: 'Please select at least one day',
  dates: 'Please select at least one date',
  month: 'Please select a month',
  on: 'Please select a day of the month',
} as const satisfies Record<RepetitionField, string>;
const FIELDS = Object.keys(MISSING) as RepetitionField[];

/** Days of the longest year, by month. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * A time of day on days that repeat, by the clock in the device's time zone. Start is inclusive, end exclusive. An end before the start is on the next day; the
 * window belongs to the day on which it starts, also for its days, range and exceptions. Every `Schedule` is a window.
 */
export const scheduleWindow = z
  .strictObject({
    startTime: timeOfDay(MESSAGES.scheduleStart),
    endTime: timeOfDay('Please select End Time'),
    repeat: repetition.default('Daily'),
    /** Once: YYYY-MM-DD, as all dates. */
    date: z.iso.date().optional(),
    /** Weekly. */
    weekdays: z.array(weekday).min(1, MISSING.weekdays).max(7).refine(hasNoDuplicates, 'List each day only once').optional(),
    /** Dates. */
    dates: listOfDates(MISSING.dates).optional(),
    /** Yearly: 1 to 12. */
    month: z.number().int().min(1, MISSING.month).max(12, MISSING.month).optional(),
    /** Monthly and Yearly. Months without this day are skipped, as are years without 29 February. */
    on: dayOfMonth.optional(),
    /** First and last day on which the window starts. */
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
    /** Days on which it does not start. */
    except: listOfDates('Please select at least one exception').optional(),
  })
  .refine((value) => value.startTime !== value.endTime, { path: ['endTime'], message: MESSAGES.scheduleSame })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    message: 'Choose a last day that is not before the first day',
  })
  .refine(({ repeat, month, on }) => repeat !== 'Yearly' || !month || !on || !('day' in on) || on.day <= (DAYS_IN_MONTH[month - 1] ?? 0), {
    path: ['on', 'day'],
    message: 'Choose a day that this month has',
  })
  .superRefine((value, context) => {
    const required: readonly RepetitionField[] = REPETITION_FIELDS[value.repeat];
    for (const field of FIELDS) {
      const isMissing = value[field] === undefined;
      if (isMissing !== required.includes(field)) continue;
      const message = isMissing ? MISSING[field] : `A window that repeats “${value.repeat}” has no ${field}`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });
export type ScheduleWindow = z.infer<typeof scheduleWindow>;

/** Compared before 'latest updated wins' when schedules of several publishes are open. 9 is the highest. */
export const priority = z
  .number()
  .int()
  .min(0, 'Choose a priority from 0 to 9')
  .max(SCHEDULE_LIMITS.priorityMax, 'Choose a priority from 0 to 9');

const countDates = (windows: readonly ScheduleWindow[]) =>
  windows.reduce((sum, { dates, except }) => sum + (dates?.length ?? 0) + (except?.length ?? 0), 0);

export const scheduleWindows = z
  .array(scheduleWindow)
  .min(1, 'Add at least one window')
  .max(SCHEDULE_LIMITS.windows, `A schedule has at most ${SCHEDULE_LIMITS.windows} windows`)
  .refine(
    (windows) => countDates(windows) <= SCHEDULE_LIMITS.dates,
    `A schedule has at most ${SCHEDULE_LIMITS.dates} dates and exceptions`,
  );

/** The schedule of a publish, as people and screens receive it. */
export const publishSchedule = z.object({
  /**
   * The window, if there is only one and it repeats daily, once or weekly, without range and exceptions. Otherwise the window that programs follow which do not
   * know `windows`. Null when the publish has no schedule.
   */
  schedule: schedule.nullable(),
  /** All windows. Left out when `schedule` is the only one. */
  windows: z.array(scheduleWindow).optional(),
  /** Left out when it is the default, 5. */
  priority: priority.optional(),
});
export type PublishSchedule = z.infer<typeof publishSchedule>;

const STEP_MINUTES = 5;
const isInSteps = (time: string) => Number(time.slice(3, 5)) % STEP_MINUTES === 0;

/** A schedule as it is typed: in steps of 300 s (specification 2 §2). */
export const scheduleForm = z.object({
  windows: scheduleWindows.superRefine((windows, context) => {
    for (const [index, window] of windows.entries()) {
      for (const field of ['startTime', 'endTime'] as const) {
        if (!isInSteps(window[field])) context.addIssue({ code: 'custom', path: [index, field], message: 'Use steps of 5 minutes' });
      }
    }
  }),
  priority,
});

/** Fields of requests that set a schedule: one window of the simple form, or windows of any form. */
export const scheduleRequest = {
  schedule: schedule.optional(),
  windows: scheduleWindows.optional(),
  /** 0 to 9, by default 5. */
  priority: priority.optional(),
};
export interface ScheduleRequest {
  schedule?: Schedule | undefined;
  windows?: ScheduleWindow[] | undefined;
  priority?: number | undefined;
}

/** Refuses requests with two schedules, or with a priority for none. */
export function checkScheduleRequest({ schedule: single, windows, priority: given }: ScheduleRequest, context: z.RefinementCtx): void {
  if (single && windows) context.addIssue({ code: 'custom', path: ['windows'], message: 'Send either a schedule or windows' });
  if (given !== undefined && !single && !windows)
    context.addIssue({ code: 'custom', path: ['priority'], message: 'A priority needs a schedule or windows' });
}
