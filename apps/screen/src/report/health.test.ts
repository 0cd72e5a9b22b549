import { expect, it } from 'vitest';
import { getFrameAge, roundToStep } from './health.ts';

it('tells figures in steps, and nothing where the browser tells nothing', () => {
  expect(roundToStep(1049, 100)).toBe(1000);
  expect(roundToStep(undefined, 100)).toBeNull();
  expect(Object.is(roundToStep(-3, 100), 0)).toBe(true);
});

it('calls a picture alive that was painted lately, and otherwise tells how old it is', () => {
  expect(getFrameAge(0)).toBe(0);
  expect(getFrameAge(29_000)).toBe(0);
  expect(getFrameAge(47_000)).toBe(40_000);
});
