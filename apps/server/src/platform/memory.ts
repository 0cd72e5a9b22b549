import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeriodicTask } from './queue/periodic.ts';

const LOOK_MS = 10_000;
/** Share of the time since the last check: idle enough for a pause of 0.1 s. */
const QUIET = 0.1;
/** What has to have gathered beyond what was left the last time. */
const WORTHWHILE_BYTES = 48e6;

/**
 * Gives back what a crowd left behind. V8 collects when something is allocated, so a server that becomes quiet after
 * five thousand screens came back keeps their garbage until the next crowd.
 */
export function createMemoryKeeper(): PeriodicTask {
  let leftBytes = 0;
  let before = performance.eventLoopUtilization();
  return {
    name: 'memory.collect',
    everyMs: LOOK_MS,
    async run() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      if (utilization > QUIET || process.memoryUsage().heapUsed - leftBytes < WORTHWHILE_BYTES) return;
      collectGarbage();
      leftBytes = process.memoryUsage().heapUsed;
    },
  };
}

/** The function that `--expose-gc` gives, without asking everybody to start Node with it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
