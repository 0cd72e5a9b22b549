import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { Schedule } from '@vitrine/contract/schedule';
import type { DayOfMonth, ScheduleWindow } from '@vitrine/contract/schedule-windows';
import fc from 'fast-check';
import type { PublishCandidate } from '../choose-publish.ts';
import { toPublishSchedule } from '../publish-schedule.ts';
import { aPublish } from './vectors.ts';

/** Times of day on quarters of an hour. */
export const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`);

/** Days about the changes of the clocks, where evaluators differ. */
export const changeDay = fc.constantFrom(
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-06-15',
);

const weekdays = fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 });

export const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    startTime: quarter,
    endTime: quarter,
    repeat: fc.constantFrom('Daily' as const, 'Once' as const, 'Weekly' as const),
    date: changeDay,
    weekdays,
  })
  .filter(({ startTime, endTime }) => startTime !== endTime);

const calendarDays = ['2026-02-28', '2026-03-01', '2026-12-31', '2027-01-01', '2028-02-28', '2028-02-29'] as const;
/** Days about the changes of the clocks and the ends of months and years. */
export const specialDay = fc.oneof({ weight: 2, arbitrary: changeDay }, { weight: 1, arbitrary: fc.constantFrom(...calendarDays) });

const dayOfMonth: fc.Arbitrary<DayOfMonth> = fc.oneof(
  fc.record({ day: fc.constantFrom(-1, 1, 8, 24, 25, 28, 29, 30, 31) }),
  fc.record({ nth: fc.constantFrom(-1, 1, 2, 3, 4), weekday: fc.integer({ min: 0, max: 6 }) }),
) as fc.Arbitrary<DayOfMonth>;
const dates = fc.uniqueArray(specialDay, { minLength: 1, maxLength: 4 });

/** Windows with any repetition, range and exceptions. */
export const scheduleWindow: fc.Arbitrary<ScheduleWindow> = fc
  .record({
    times: fc.tuple(quarter, quarter).filter(([start, end]) => start !== end),
    repetition: fc.oneof(
      fc.constant({ repeat: 'Daily' as const }),
      specialDay.map((date) => ({ repeat: 'Once' as const, date })),
      weekdays.map((chosen) => ({ repeat: 'Weekly' as const, weekdays: chosen })),
      dates.map((chosen) => ({ repeat: 'Dates' as const, dates: chosen })),
      dayOfMonth.map((on) => ({ repeat: 'Monthly' as const, on })),
      fc.tuple(fc.constantFrom(2, 3, 4, 10, 12), dayOfMonth).map(([month, on]) => ({ repeat: 'Yearly' as const, month, on })),
    ),
    range: fc.tuple(specialDay, specialDay).map((range) => range.toSorted()),
    hasFrom: fc.boolean(),
    hasUntil: fc.boolean(),
    except: fc.option(dates),
  })
  .map(({ times: [startTime, endTime], repetition, range: [from, until], hasFrom, hasUntil, except }) => ({
    startTime,
    endTime,
    ...repetition,
    ...(hasFrom && { from }),
    ...(hasUntil && { until }),
    ...(except && { except }),
  }));

const plannedSchedule = fc.oneof(
  schedule.map((only) => ({ schedule: only })),
  fc
    .record({
      windows: fc.array(scheduleWindow, { minLength: 1, maxLength: 4 }),
      priority: fc.option(fc.constantFrom(0, 4, 5, 6, 9), { nil: undefined }),
    })
    .map((request) => toPublishSchedule(request) ?? { schedule: null }),
);

/** Periods with any of the limits, about the changes of the clocks. */
export const validity: fc.Arbitrary<MediaValidity> = fc
  .record({
    dates: fc.option(fc.tuple(changeDay, quarter, changeDay, quarter)),
    isOpen: fc.constantFrom('from', 'until', 'none', 'none'),
    weekdays: fc.option(weekdays),
    times: fc.option(fc.tuple(quarter, quarter).filter(([start, end]) => start !== end)),
  })
  .map(({ dates, isOpen, weekdays: days, times }): MediaValidity => {
    const [first, last] = dates ? [`${dates[0]}T${dates[1]}`, `${dates[2]}T${dates[3]}`].toSorted() : [];
    return {
      ...(first !== undefined && isOpen !== 'from' && { from: first }),
      ...(last !== undefined && isOpen !== 'until' && { until: last }),
      ...(days && { weekdays: days }),
      ...(times && { startTime: times[0], endTime: times[1] }),
    };
  })
  .filter((valid) => Object.keys(valid).length > 0 && (valid.from === undefined || valid.from !== valid.until));

const moment = fc.constantFrom('2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z', '2026-05-03T00:00:00.000Z');
const limitedItem = fc.oneof({ weight: 3, arbitrary: validity.map((valid) => ({ valid })) }, { weight: 1, arbitrary: fc.constant({}) });

/** Up to five publishes. A part of them has limited items only. */
export const publishes: fc.Arbitrary<PublishCandidate[]> = fc
  .array(
    fc.record({
      main: fc.boolean(),
      activatedAt: fc.option(moment),
      updatedAt: moment,
      schedule: fc.option(plannedSchedule, { nil: { schedule: null } }),
      items: fc.oneof(fc.constantFrom(0, 1, 1), fc.array(limitedItem, { minLength: 1, maxLength: 3 })),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.map(({ schedule: planned, ...publish }, index) => aPublish({ ...publish, ...planned, publishId: `p${index}` })));
