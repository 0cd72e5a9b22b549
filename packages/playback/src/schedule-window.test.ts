import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActiveAt, listOpenings, startsOn, toCalendarDay } from './schedule-window.ts';
import { scheduleWindow, specialDay } from './testing/arbitraries.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const window = (change: Partial<ScheduleWindow>): ScheduleWindow => ({ startTime: '09:00', endTime: '17:00', repeat: 'Daily', ...change });

/** Lists the days of a year on which a window starts. */
const listDays = (change: Partial<ScheduleWindow>, year: number) =>
  Array.from({ length: 366 }, (_, index) => toCalendarDay(Date.UTC(year, 0, 1) + index * DAY_MS))
    .filter((day) => day.date.startsWith(String(year)) && startsOn(window(change), day))
    .map(({ date }) => date.slice(5));

describe('startsOn', () => {
  it.each<[string, Partial<ScheduleWindow>, string[]]>([
    ['the 31st', { repeat: 'Monthly', on: { day: 31 } }, ['01-31', '03-31', '05-31', '07-31', '08-31', '10-31', '12-31']],
    [
      'the last day of each month in a range',
      { repeat: 'Monthly', on: { day: -1 }, from: '2026-02-01', until: '2026-04-30' },
      ['02-28', '03-31', '04-30'],
    ],
    [
      'the third Wednesday except one',
      { repeat: 'Monthly', on: { nth: 3, weekday: 3 }, except: ['2026-01-21'], until: '2026-03-31' },
      ['02-18', '03-18'],
    ],
    ['the last Sunday of March', { repeat: 'Yearly', month: 3, on: { nth: -1, weekday: 0 } }, ['03-29']],
    ['29 February', { repeat: 'Yearly', month: 2, on: { day: 29 } }, []],
    ['a month without a day', { repeat: 'Yearly', month: 2 }, []],
  ])('lists %s', (_name, change, expected) => {
    expect(listDays(change, 2026)).toEqual(expected);
  });

  it('includes 29 February in leap years', () => {
    expect(listDays({ repeat: 'Yearly', month: 2, on: { day: 29 } }, 2028)).toEqual(['02-29']);
    expect(listDays({ repeat: 'Monthly', on: { day: -1 }, until: '2028-02-29' }, 2028)).toEqual(['01-31', '02-29']);
  });
});

describe('listOpenings', () => {
  const day = toCalendarDay(Date.UTC(2026, 4, 4));
  const listHours = (...windows: ScheduleWindow[]) => listOpenings(windows, day).map((reading) => (reading - day.midnight) / 3_600_000);

  it('joins windows that overlap, contain or follow each other', () => {
    expect(
      listHours(
        window({ startTime: '14:00', endTime: '15:00' }),
        window({ startTime: '08:00', endTime: '12:00' }),
        window({ startTime: '09:00', endTime: '10:00' }),
        window({ startTime: '12:00', endTime: '13:00' }),
      ),
    ).toEqual([8, 13, 14, 15]);
  });

  it('continues after midnight', () => {
    expect(listHours(window({ startTime: '22:00', endTime: '02:00' }), window({ startTime: '23:00', endTime: '00:00' }))).toEqual([22, 26]);
  });

  it('returns all readings of a day at which windows open or close', () => {
    fc.assert(
      fc.property(fc.array(scheduleWindow, { maxLength: 5 }), specialDay, (windows, date) => {
        const midnight = Date.parse(date);
        const edges = new Set([midnight - DAY_MS, midnight].flatMap((at) => listOpenings(windows, toCalendarDay(at))));
        const isOpen = (reading: number) => windows.some((candidate) => isActiveAt(candidate, reading));
        for (let at = midnight; at < midnight + DAY_MS; at += 15 * MINUTE_MS) {
          if (isOpen(at) !== isOpen(at - MINUTE_MS)) expect(edges).toContain(at);
        }
      }),
      { numRuns: 100 },
    );
  });
});
