import { describe, expect, it } from 'vitest';
import { type AlertState, evaluateAlert, getPercentUsed, isDiskFull } from './alerts.rules.ts';

const at = (minute: number) => new Date(minute * 60_000);
const CALM: AlertState = { isTold: false, toldAt: null, toldCount: 0 };

/** Returns the changes reported at each minute for these counts. A count of two or more is bad. */
function listReportedChanges(counts: Record<number, number>, quietMinutes = 30): Record<number, string> {
  let state = CALM;
  const mails: Record<number, string> = {};
  for (const [minute, count] of Object.entries(counts)) {
    const outcome = evaluateAlert(state, { isBad: count >= 2, count }, at(Number(minute)), quietMinutes);
    state = outcome.told;
    if (outcome.news) mails[Number(minute)] = outcome.news;
  }
  return mails;
}

describe('an alert', () => {
  it('is sent once at the start and once at the end', () => {
    expect(listReportedChanges({ 0: 0, 1: 2, 2: 2, 50: 3, 51: 1, 52: 0, 200: 0 })).toEqual({ 1: 'begun', 51: 'over' });
  });

  it('that flaps is sent with its current state at the end of the quiet minutes', () => {
    expect(listReportedChanges({ 0: 2, 5: 0, 10: 2, 15: 0, 30: 0, 31: 2, 40: 0, 61: 2 })).toEqual({ 0: 'begun', 30: 'over', 61: 'begun' });
  });

  it('that ends and returns within the quiet minutes is sent once', () => {
    expect(listReportedChanges({ 0: 2, 5: 0, 29: 2, 30: 2, 500: 2 })).toEqual({ 0: 'begun' });
  });

  it('is sent again when its count has doubled, also after an improvement', () => {
    expect(listReportedChanges({ 0: 2, 40: 3, 41: 4, 80: 7, 81: 3, 120: 5, 121: 6 })).toEqual({ 0: 'begun', 41: 'grown', 121: 'grown' });
  });
});

it.each([
  [{ total: 1000, free: 100 }, 90],
  [{ total: 1000, free: 101 }, 89],
  [{ total: 1000, free: 0 }, 100],
  [{ total: 0, free: 0 }, 0],
])('computes for a disk with %j a usage of %i percent', (disk, used) => {
  expect(getPercentUsed(disk)).toBe(used);
});

it.each([
  [89, false, false],
  [90, false, true],
  [88, true, true],
  [87, true, false],
])('for a disk with %i percent used, previous alert %j and a threshold of 90 reports full: %j', (used, isTold, isFull) => {
  expect(isDiskFull(used, 90, isTold)).toBe(isFull);
});
