import { expect, it } from 'vitest';
import { frameAge, inSteps } from './health.ts';

it('tells figures in steps, and nothing where the browser tells nothing', () => {
  expect(inSteps(1049, 100)).toBe(1000);
  expect(inSteps(undefined, 100)).toBeNull();
  expect(Object.is(inSteps(-3, 100), 0)).toBe(true);
});

it('calls a picture alive that was painted lately, and otherwise tells how old it is', () => {
  expect(frameAge(0)).toBe(0);
  expect(frameAge(29_000)).toBe(0);
  expect(frameAge(47_000)).toBe(40_000);
});
