import { describe, expect, it } from 'vitest';
import { formatOwnDuration, formatPeriod, getPeriodMark, getPeriodState } from './screen-times-labels.ts';

const at = (clock: string) => Date.parse(`${clock}Z`);

it.each([
  [{ from: '2026-12-01T08:00' }, 'From Dec 1, 2026, 8:00 AM'],
  [{ from: '2026-12-01T08:00', until: '2026-12-27T00:00' }, 'From Dec 1, 2026, 8:00 AM until Dec 27, 2026, 12:00 AM'],
  [{ until: '2026-12-27T00:00', weekdays: [6, 0] }, 'Until Dec 27, 2026, 12:00 AM, Sun, Sat'],
  [{ weekdays: [5, 1, 2, 3, 4] }, 'Mon–Fri'],
  [{ weekdays: [0, 1, 4, 5, 6] }, 'Sun, Mon, Thu–Sat'],
  [{ weekdays: [1], startTime: '22:00', endTime: '02:00' }, 'Mon, 10:00 PM–2:00 AM the next day'],
  [{ startTime: '09:00', endTime: '17:00' }, '9:00 AM–5:00 PM'],
])('formats the period %o as %s', (valid, text) => {
  expect(formatPeriod(valid)).toBe(text);
});

it('formats durations', () => {
  expect([formatOwnDuration({ duration: null }), formatOwnDuration({ duration: 1 }), formatOwnDuration({ duration: 12 })]).toEqual([
    'As set in the playlist',
    '1 second',
    '12 seconds',
  ]);
});

describe('the state of a period', () => {
  const valid = { from: '2026-12-01T08:00', until: '2026-12-27T00:00' };

  it.each([
    ['2026-12-01T07:59', 'upcoming', 'From Dec 1'],
    ['2026-12-01T08:00', 'limited', 'Scheduled'],
    ['2026-12-26T23:59', 'limited', 'Scheduled'],
    ['2026-12-27T00:00', 'expired', 'Expired'],
  ])('at %s is %s', (clock, state, mark) => {
    expect([getPeriodState(valid, at(clock)), getPeriodMark(valid, at(clock))]).toEqual([state, mark]);
  });

  it('names the year of a start in another year', () => {
    expect(getPeriodMark(valid, at('2025-12-31T23:59'))).toBe('From Dec 1, 2026');
  });

  it('is never expired without an end', () => {
    expect(getPeriodState({ weekdays: [1] }, at('2099-01-01T00:00'))).toBe('limited');
  });
});
