import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeriodicTask } from './queue/periodic-tasks.ts';

const CHECK_INTERVAL_MS = 2000;
/** Share of the time since the last look: idle enough for a pause of some tenths of a second. */
const IDLE_LOAD = 0.1;
/** A fleet that plays is never quiet. With less to do than this a pause is felt by few, if it comes seldom. */
const LOW_LOAD = 0.3;
/** From one collection to the next. */
const MIN_CHECKS_BETWEEN = { quiet: 15, calm: 60 };
/** What has to have been taken beyond what was left the last time: so much, and so large a share of that, since the work grows with what is kept. */
const MIN_GARBAGE_BYTES = 48e6;
const MIN_GARBAGE_SHARE = 0.35;

export interface GarbageCollectionOptions {
  /** Of what the process holds for objects, also where none is any more. */
  readHeapBytes?: () => number;
  /** Share of the time since it was asked last in which the process was at work. */
  load?: () => number;
  collect?: () => void;
}

/**
 * Gives back what a crowd left behind. V8 collects when something is allocated, so a server that becomes quiet after
 * five thousand screens came back keeps their garbage, and the room it was in, until the next crowd.
 */
export function createGarbageCollectionTask({
  readHeapBytes: heldBytes = () => process.memoryUsage().heapTotal,
  load = createLoadMeter(),
  collect = collectGarbage,
}: GarbageCollectionOptions = {}): PeriodicTask {
  let leftBytes = 0;
  let looksSince = MIN_CHECKS_BETWEEN.calm;
  return {
    name: 'memory.collect',
    everyMs: CHECK_INTERVAL_MS,
    async run() {
      looksSince++;
      // Over no time at all, as in the first look, it is no number.
      const busy = load();
      if (!(busy <= LOW_LOAD) || looksSince < (busy <= IDLE_LOAD ? MIN_CHECKS_BETWEEN.quiet : MIN_CHECKS_BETWEEN.calm)) return;
      // What V8 gave back by itself counts as well.
      leftBytes = Math.min(leftBytes, heldBytes());
      if (heldBytes() - leftBytes < Math.max(MIN_GARBAGE_BYTES, leftBytes * MIN_GARBAGE_SHARE)) return;
      looksSince = 0;
      collect();
      leftBytes = heldBytes();
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

/** The function that `--expose-gc` gives, without asking everybody to start Node with it. */
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

/** A young generation of this much of what bodies bring takes a millisecond to collect. */
const RECEIVED_BYTES = 8e6;
let receivedBytes = 0;

/**
 * Told of every piece of an upload. V8 counts pieces of bodies as memory beside its own, of which it sees in the young generation only their handles: with as much
 * room for new objects as we give it (node-flags.ts) it would let them pile up, and go through everything there is to be rid of them. That was
 * a third of what an upload cost.
 */
export function countReceivedBytes(bytes: number): void {
  receivedBytes += bytes;
  if (receivedBytes < RECEIVED_BYTES) return;
  receivedBytes = 0;
  collector ??= loadCollector();
  collector({ type: 'minor', execution: 'sync' });
}
