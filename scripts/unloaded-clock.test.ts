import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startUnloadedClock, type UnloadedClock } from './unloaded-clock.ts';

let clock: UnloadedClock;
let runnable = 0;
let workMs = 0.1;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  workMs = 0.1;
  clock = startUnloadedClock({ cores: 2, countRunnable: () => runnable, measureWork: () => workMs });
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

const passSeconds = (seconds: number, threads: number) => {
  runnable = threads;
  vi.advanceTimersByTime(seconds * 1000);
};

it('runs at normal speed while every thread has a core', () => {
  passSeconds(10, 2);
  expect(clock.measure(1000, 9000)).toBe(8000);
});

it('slows down by the share in which threads wait for a core', () => {
  passSeconds(10, 1);
  passSeconds(10, 8);
  passSeconds(10, 0);
  expect(clock.measure(0, 30_000)).toBeCloseTo(22_500);
  expect(clock.measure(10_000, 20_000)).toBeCloseTo(2500);
});

it('slows down with the processor, but never runs faster than time', () => {
  workMs = 1.6;
  passSeconds(10, 1);
  workMs = 0.4;
  passSeconds(10, 1);
  expect(clock.measure(0, 10_000)).toBeCloseTo(5000);
  expect(clock.measure(10_000, 20_000)).toBeCloseTo(10_000);
});

it('measures times between and outside its samples', () => {
  passSeconds(1, 4);
  expect(clock.measure(100, 200)).toBeCloseTo(50);
  expect(clock.measure(1000, 1100)).toBe(100);
});
