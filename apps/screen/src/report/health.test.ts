import { expect, it } from 'vitest';
import { getFrameAge, roundToStep } from './health.ts';

it('rounds values to steps and returns null for missing values', () => {
  expect(roundToStep(1049, 100)).toBe(1000);
  expect(roundToStep(undefined, 100)).toBeNull();
  expect(Object.is(roundToStep(-3, 100), 0)).toBe(true);
});

it('returns 0 for a recent frame, and otherwise its age in whole intervals', () => {
  expect(getFrameAge(0)).toBe(0);
  expect(getFrameAge(29_000)).toBe(0);
  expect(getFrameAge(47_000)).toBe(40_000);
});
