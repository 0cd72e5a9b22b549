import { performance } from 'node:perf_hooks';

/** Time over which the load is measured, in milliseconds. */
const SAMPLE_MS = 50;

/** Returns a function that returns the share of recent time, from 0 to 1, in which the event loop did not wait for events. */
export function createEventLoopLoad(): () => number {
  let last = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let load = 0;
  return () => {
    const now = performance.now();
    if (now - measuredAt >= SAMPLE_MS) {
      const current = performance.eventLoopUtilization();
      load = performance.eventLoopUtilization(current, last).utilization;
      last = current;
      measuredAt = now;
    }
    return load;
  };
}
