import { expect, it } from 'vitest';
import { isDiskLow, isMailFailing } from './system.rules.ts';

it.each([
  [{ total: 1e12, free: 60e9 }, false],
  [{ total: 1e12, free: 40e9 }, true],
  [{ total: 20e9, free: 3e9 }, false],
  [{ total: 20e9, free: 1.9e9 }, true],
])('reports low disk space with %j: %j', (disk, isLow) => {
  expect(isDiskLow(disk)).toBe(isLow);
});

const [early, late] = [new Date(1000), new Date(2000)];
it.each([
  [null, null, false],
  [late, null, false],
  [null, late, true],
  [early, late, true],
  [late, early, false],
])('reports failing email with the last success at %j and the last failure at %j: %j', (sentAt, failedAt, isFailing) => {
  expect(isMailFailing({ sent_at: sentAt, failed_at: failedAt, error: null })).toBe(isFailing);
});
