import { expect, it } from 'vitest';
import { getFetchDelay, isCompleteReadDue } from './schedule.rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const delay = (change: Partial<Parameters<typeof getFetchDelay>[0]>, random = 0) =>
  getFetchDelay({ intervalMinutes: 15, failures: 0, isUsed: true, ...change }, random);

it('waits for the interval, and up to a tenth longer at random', () => {
  expect([delay({}), delay({}, 0.5), delay({}, 1)]).toEqual([15 * MINUTE_MS, 15.75 * MINUTE_MS, 16.5 * MINUTE_MS]);
});

it('waits longer after each failure, up to six hours', () => {
  const failures = [1, 2, 3, 5, 6, 1000];
  expect(failures.map((count) => delay({ failures: count }) / MINUTE_MS)).toEqual([15, 30, 60, 240, 360, 360]);
});

it('keeps an interval that is longer than six hours after failures', () => {
  expect(delay({ intervalMinutes: 1440, failures: 9 })).toBe(24 * HOUR_MS);
});

it('waits for a day while no widget uses the source', () => {
  expect(delay({ isUsed: false })).toBe(24 * HOUR_MS);
});

it('reads calendars completely twice a day, and other data only when it was never read', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const before = new Date(now.getTime() - 12 * HOUR_MS);
  expect(isCompleteReadDue('calendar', before, now)).toBe(true);
  expect(isCompleteReadDue('calendar', new Date(before.getTime() + 1), now)).toBe(false);
  expect(isCompleteReadDue('feed', before, now)).toBe(false);
  expect(isCompleteReadDue('feed', null, now)).toBe(true);
});
