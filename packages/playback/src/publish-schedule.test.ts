import { scheduleWindow as scheduleWindowSchema } from '@vitrine/contract/schedule-windows';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listWindows, toPublishSchedule } from './publish-schedule.ts';
import { isActiveAt } from './schedule-window.ts';
import { scheduleWindow, specialDay } from './testing/arbitraries.ts';

const daily = { startTime: '09:00', endTime: '17:00', repeat: 'Daily' as const };
const monthly = { ...daily, repeat: 'Monthly' as const, on: { day: 1 } };

describe('toPublishSchedule', () => {
  it('uses the form of earlier versions for a single simple window', () => {
    expect(toPublishSchedule({ schedule: daily })).toEqual({ schedule: daily });
    expect(toPublishSchedule({ windows: [daily], priority: 5 })).toEqual({ schedule: daily });
    expect(toPublishSchedule({ schedule: daily, priority: 7 })).toEqual({ schedule: daily, priority: 7 });
    expect(toPublishSchedule({ priority: 7 })).toBeUndefined();
  });

  it('gives earlier versions the first simple window, or one that never opens', () => {
    expect(toPublishSchedule({ windows: [monthly, daily] })).toEqual({ schedule: daily, windows: [monthly, daily] });
    expect(toPublishSchedule({ windows: [monthly] })).toEqual({
      schedule: { startTime: '00:00', endTime: '00:01', repeat: 'Once', date: '1970-01-01' },
      windows: [monthly],
    });
  });

  it('never opens in earlier versions while all windows are closed', () => {
    fc.assert(
      fc.property(
        fc.array(scheduleWindow, { minLength: 1, maxLength: 4 }),
        specialDay,
        fc.integer({ min: -96, max: 96 }),
        (windows, date, quarters) => {
          const reading = Date.parse(date) + quarters * 900_000;
          const planned = toPublishSchedule({ windows });
          if (!planned?.schedule) throw new Error('no schedule');
          expect(listWindows(planned)).toEqual(windows);
          if (isActiveAt(planned.schedule, reading)) expect(windows.some((window) => isActiveAt(window, reading))).toBe(true);
        },
      ),
    );
  });
});

describe('scheduleWindow', () => {
  const message = (value: object) =>
    scheduleWindowSchema.safeParse({ startTime: '09:00', endTime: '17:00', ...value }).error?.issues[0]?.message;

  it.each<[object, string]>([
    [{ endTime: '09:00' }, 'End time and Start time can not be same'],
    [{ startTime: '' }, 'Please select Start Time'],
    [{ repeat: 'Monthly' }, 'Please select a day of the month'],
    [{ repeat: 'Yearly', on: { day: 1 } }, 'Please select a month'],
    [{ repeat: 'Yearly', month: 2, on: { day: 30 } }, 'Choose a day that this month has'],
    [{ repeat: 'Dates', dates: [] }, 'Please select at least one date'],
    [{ repeat: 'Dates', dates: ['2026-02-30'] }, 'Enter dates such as 2026-12-24'],
    [{ repeat: 'Dates', dates: ['2026-02-03', '2026-02-03'] }, 'List each date only once'],
    [{ repeat: 'Daily', weekdays: [1] }, 'A window that repeats “Daily” has no weekdays'],
    [{ from: '2026-05-02', until: '2026-05-01' }, 'Choose a last day that is not before the first day'],
    [
      { repeat: 'Monthly', on: { day: 32 } },
      'Choose a day of the month from 1 to 31 or -1 for the last, or its first to fourth or last weekday',
    ],
  ])('refuses %o', (value, expected) => {
    expect(message(value)).toBe(expected);
  });

  it('accepts all windows of the property tests', () => {
    fc.assert(
      fc.property(scheduleWindow, (window) => {
        fc.pre(!(window.month === 2 && window.on && 'day' in window.on && window.on.day > 29));
        fc.pre(!(window.month === 4 && window.on && 'day' in window.on && window.on.day > 30));
        expect(scheduleWindowSchema.parse(window)).toEqual(window);
      }),
    );
  });
});
