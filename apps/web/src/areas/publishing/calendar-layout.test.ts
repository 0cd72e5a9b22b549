import { expect, it } from 'vitest';
import {
  describeOffTimes,
  findVisiblePart,
  formatCalendarRange,
  formatSegmentTimes,
  layoutCalendarDay,
  listCalendarDates,
  shiftCalendar,
} from './calendar-layout.ts';
import type { PlannedPublish } from './playback-reasons.ts';

const planned = (name: string, overrides: Partial<PlannedPublish> = {}): PlannedPublish => ({
  publishId: name,
  name,
  main: false,
  activatedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  schedule: null,
  items: [{}],
  ...overrides,
});
const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });
const PLAN = [
  planned('Lunch', { schedule: daily('12:00', '18:00') }),
  planned('Coffee', { schedule: daily('15:00', '21:00'), updatedAt: '2026-02-01T00:00:00.000Z' }),
  planned('Notice', { schedule: daily('16:00', '16:30'), priority: 8 }),
];

it('names what each part of a day shows, what loses and why, and the gaps', () => {
  const { segments, gapMinutes, hours } = layoutCalendarDay(PLAN, 'UTC', '2026-06-01');
  expect(
    segments.map(({ name, from, to, losses }) => [name, from, to, losses.map((loss) => [loss.name, loss.from, loss.to, loss.why])]),
  ).toEqual([
    [null, '12:00 AM', '12:00 PM', []],
    ['Lunch', '12:00 PM', '3:00 PM', []],
    ['Coffee', '3:00 PM', '4:00 PM', [['Lunch', '3:00 PM', '4:00 PM', 'updated earlier']]],
    [
      'Notice',
      '4:00 PM',
      '4:30 PM',
      [
        ['Lunch', '4:00 PM', '4:30 PM', 'lower priority'],
        ['Coffee', '4:00 PM', '4:30 PM', 'lower priority'],
      ],
    ],
    ['Coffee', '4:30 PM', '9:00 PM', [['Lunch', '4:30 PM', '6:00 PM', 'updated earlier']]],
    [null, '9:00 PM', '12:00 AM', []],
  ]);
  expect([gapMinutes, hours]).toEqual([15 * 60, 24]);
  expect(layoutCalendarDay(PLAN, 'Europe/Berlin', '2026-10-25').hours).toBe(25);
});

it('names the times outside of the operating hours', () => {
  const hours = [{ week: [{ weekdays: [1], startTime: '08:00', endTime: '20:00' }], exceptions: [] }];
  const day = layoutCalendarDay(PLAN, 'UTC', '2026-06-01', hours);
  expect(describeOffTimes(day)).toBe('Off 12:00 AM – 8:00 AM, 8:00 PM – 12:00 AM');
  expect(day.off.map(({ start, length }) => [Math.round(start), Math.round(length)])).toEqual([
    [0, 33],
    [83, 17],
  ]);
  expect(describeOffTimes(layoutCalendarDay(PLAN, 'UTC', '2026-06-02', hours))).toBe('Off all day');
  expect(describeOffTimes(layoutCalendarDay(PLAN, 'UTC', '2026-06-01'))).toBeNull();
});

it('finds the part of a segment in which the screen is on', () => {
  const off = [
    { start: 0, length: 30 },
    { start: 50, length: 10 },
  ];
  expect(findVisiblePart({ start: 0, length: 100 }, off, 4)).toEqual({ start: 30, length: 20 });
  expect(findVisiblePart({ start: 48, length: 40 }, off, 4)).toEqual({ start: 60, length: 28 });
  expect(findVisiblePart({ start: 10, length: 20 }, off, 4)).toBeNull();
  expect(findVisiblePart({ start: 40, length: 3 }, [], 4)).toBeNull();
  expect(findVisiblePart({ start: 40, length: 4 }, [], 4)).toEqual({ start: 40, length: 4 });
});

it('names segments that fill the day', () => {
  const [segment] = layoutCalendarDay([], 'UTC', '2026-06-01').segments;
  expect(segment && formatSegmentTimes(segment)).toBe('All day');
  expect(formatSegmentTimes({ from: '12:00 PM', to: '4:00 PM', length: 17 })).toBe('12:00 PM – 4:00 PM');
});

it('lists the days of a week from Sunday, and of a month', () => {
  const week = listCalendarDates('week', '2026-12-02');
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-29', '2026-12-05', 7]);
  expect(formatCalendarRange('week', week)).toBe('Nov 29 – Dec 5, 2026');
  const month = listCalendarDates('month', '2028-02-15');
  expect([month[0], month.at(-1), month.length]).toEqual(['2028-02-01', '2028-02-29', 29]);
  expect(formatCalendarRange('month', month)).toBe('February 2028');
  expect([
    shiftCalendar('month', '2026-01-31', 1),
    shiftCalendar('month', '2026-01-31', -1),
    shiftCalendar('week', '2026-12-30', 1),
  ]).toEqual(['2026-02-01', '2025-12-01', '2027-01-06']);
});
