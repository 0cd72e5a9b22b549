import { expect, it } from 'vitest';
import { getBackoffMs } from './backoff.ts';

const middle = () => 0.5;

it('doubles the wait and stops at a minute', () => {
  expect([1, 2, 3, 7, 8, 50].map((attempt) => getBackoffMs(attempt, middle))).toEqual([1000, 2000, 4000, 60_000, 60_000, 60_000]);
});

it('spreads every wait by half either way', () => {
  expect(getBackoffMs(3, () => 0)).toBe(2000);
  expect(getBackoffMs(3, () => 1)).toBe(6000);
});
