import { describe, expect, it } from 'vitest';
import { StallMeter } from './stall-watch.ts';

const LIMIT_MS = 30_000;

/** Samples once a second and returns the second at which the process counts as stalled, or undefined. */
function secondsUntilStalled(activityAt: (second: number) => { cpuMs: number; isRunnable: boolean } | undefined, seconds: number) {
  const meter = new StallMeter(LIMIT_MS);
  for (let second = 1; second <= seconds; second++) if (meter.sample(1000, activityAt(second))) return second;
  return undefined;
}

describe('StallMeter', () => {
  it('does not count time in which the process waits for a processor', () => {
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 20, isRunnable: true }), 500)).toBeUndefined();
  });

  it('counts only processor time when the process sleeps at the moment of each sample', () => {
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 20, isRunnable: false }), 1000)).toBeUndefined();
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 100, isRunnable: false }), 1000)).toBe(291);
  });

  it('does not end a process that gets a little of a busy processor, however long it takes', () => {
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 10, isRunnable: true }), 2000)).toBeUndefined();
  });

  it('reports a process that computes without progress', () => {
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 1000, isRunnable: true }), 60)).toBe(31);
  });

  it('reports a process that sleeps without progress', () => {
    expect(secondsUntilStalled(() => ({ cpuMs: 5, isRunnable: false }), 60)).toBe(30);
  });

  it('counts several busy threads once', () => {
    expect(secondsUntilStalled((second) => ({ cpuMs: second * 4000, isRunnable: true }), 60)).toBe(31);
  });

  it('counts all time where the system reports no activity', () => {
    expect(secondsUntilStalled(() => undefined, 60)).toBe(30);
  });

  it('ends a process that never gets a processor after twenty times the limit', () => {
    expect(secondsUntilStalled(() => ({ cpuMs: 0, isRunnable: true }), 1000)).toBe(600);
  });

  it('starts again after progress', () => {
    const meter = new StallMeter(LIMIT_MS);
    expect(meter.sample(29_000, undefined)).toBe(false);
    meter.reset();
    expect(meter.sample(29_000, undefined)).toBe(false);
    expect(meter.sample(1000, undefined)).toBe(true);
  });
});
