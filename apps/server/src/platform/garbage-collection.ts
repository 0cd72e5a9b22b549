import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeriodicTask } from './queue/periodic-tasks.ts';

const CHECK_INTERVAL_MS = 2000;
/** Share of the time since the last look: idle enough for a pause of some tenths of a second. */
const IDLE_LOAD = 0.1;
/** Below this load a pause is hardly noticed, if it is rare. A fleet that plays is never idle. */
const LOW_LOAD = 0.3;
/** From one collection to the next. */
const MIN_CHECKS_BETWEEN = { quiet: 15, calm: 60 };
/**
 * Minimum growth since the last collection: absolute, and relative to the memory that it left, because the cost grows with it. A pause of an idle process
 * delays hardly anyone.
 */
const MIN_GROWTH = { quiet: { bytes: 24e6, share: 0.1 }, calm: { bytes: 48e6, share: 0.35 } };

export interface GarbageCollectionOptions {
  /** Returns the memory of the process, which contains pages that V8 keeps for later. The size of the heap does not. */
  readMemoryBytes?: () => number;
  /** Returns the load of the process since the last call, as a share of the time. */
  load?: () => number;
  collect?: () => void;
}

/**
 * Releases memory after a burst. V8 collects on allocation, so a server that becomes idle after five thousand screens reconnected would keep their garbage
 * until the next burst.
 */
export function createGarbageCollectionTask({
  readMemoryBytes = () => process.memoryUsage.rss(),
  load = createLoadMeter(),
  collect = collectGarbage,
}: GarbageCollectionOptions = {}): PeriodicTask {
  let leftBytes = 0;
  let checksSince = MIN_CHECKS_BETWEEN.calm;
  return {
    name: 'memory.collect',
    everyMs: CHECK_INTERVAL_MS,
    async run() {
      checksSince++;
      // Over no time at all, as in the first check, it is no number.
      const busy = load();
      if (!(busy <= LOW_LOAD)) return;
      const state = busy <= IDLE_LOAD ? 'quiet' : 'calm';
      if (checksSince < MIN_CHECKS_BETWEEN[state]) return;
      const bytes = readMemoryBytes();
      // Memory that V8 released itself counts as well.
      leftBytes = Math.min(leftBytes, bytes);
      const { bytes: minBytes, share } = MIN_GROWTH[state];
      if (bytes - leftBytes < Math.max(minBytes, leftBytes * share)) return;
      checksSince = 0;
      collect();
      leftBytes = readMemoryBytes();
    },
  };
}

function createLoadMeter(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

type Collect = (options: { type: 'major' | 'minor'; execution: 'sync'; flavor?: 'last-resort' }) => void;
let collector: Collect | undefined;

/** Returns the function of `--expose-gc` without the need to start Node with it. */
function loadCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/**
 * Any other collection leaves the pages it empties with the process: after 5,000 screens came 250 MB; this one takes 0.3 s instead of 0.05 s and gives them back.
 */
function collectGarbage(): void {
  collector ??= loadCollector();
  collector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Collecting the young generation after this much of streamed data takes a millisecond. */
const STREAMED_BYTES = 8e6;
let streamedBytes = 0;

/**
 * Counts the memory that each piece of an upload or of an export needed, in bytes, and collects the young generation after `STREAMED_BYTES`. V8 counts
 * buffers as external memory, of which the young generation contains only small handles. In a young generation as large as ours (node-flags.ts) they would
 * accumulate until V8 runs a full collection to release them, which was a third of the cost of an upload.
 */
export function countStreamedBytes(bytes: number): void {
  streamedBytes += bytes;
  if (streamedBytes < STREAMED_BYTES) return;
  streamedBytes = 0;
  collector ??= loadCollector();
  collector({ type: 'minor', execution: 'sync' });
}
