import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Condition of a process since the last call. */
export type ReadProcessStats = () => {
  /** 99th percentile of the event loop's delay in milliseconds; null before the first measurement. */
  loopDelayMs: number | null;
  memoryBytes: number | null;
};

const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;
const WORST_PERCENT = 99;

/** Begins to measure this process. */
export function createProcessStatsReader(): ReadProcessStats {
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  turns.enable();
  return () => {
    // Without delay, each measured interval equals the resolution.
    const late = turns.count === 0 ? null : Math.max(0, turns.percentile(WORST_PERCENT) / NS_PER_MS - RESOLUTION_MS);
    turns.reset();
    return { loopDelayMs: late, memoryBytes: process.memoryUsage.rss() };
  };
}
