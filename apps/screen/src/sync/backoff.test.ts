import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const middle = () => 0.5;

it('doubles the wait and stops at a minute', () => {
  expect([1, 2, 3, 7, 8, 50].map((attempt) => backoffMs(attempt, middle))).toEqual([1000, 2000, 4000, 60_000, 60_000, 60_000]);
});

it('spreads every wait by half either way', () => {
  expect(backoffMs(3, () => 0)).toBe(2000);
  expect(backoffMs(3, () => 1)).toBe(6000);
});
