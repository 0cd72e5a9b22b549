import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeriodicTask } from './queue/periodic.ts';

const LOOK_MS = 2000;
/** Share of the time since the last look: idle enough for a pause of some tenths of a second. */
const QUIET = 0.1;
/** A fleet that plays is never quiet. With less to do than this a pause is felt by few, if it comes seldom. */
const CALM = 0.3;
/** From one collection to the next. */
const LOOKS_APART = { quiet: 15, calm: 60 };
/** What has to have been taken beyond what was left the last time: so much, and so large a share of that, since the work grows with what is kept. */
const WORTHWHILE_BYTES = 48e6;
const WORTHWHILE_SHARE = 0.35;

export interface MemoryKeeperOptions {
  /** Of what the process holds for objects, also where none is any more. */
  heldBytes?: () => number;
  /** Share of the time since it was asked last in which the process was at work. */
  load?: () => number;
  collect?: () => void;
}

/**
 * Gives back what a crowd left behind. V8 collects when something is allocated, so a server that becomes quiet after
 * five thousand screens came back keeps their garbage, and the room it was in, until the next crowd.
 */
export function createMemoryKeeper({
  heldBytes = () => process.memoryUsage().heapTotal,
  load = createLoadMeter(),
  collect = collectGarbage,
}: MemoryKeeperOptions = {}): PeriodicTask {
  let leftBytes = 0;
  let looksSince = LOOKS_APART.calm;
  return {
    name: 'memory.collect',
    everyMs: LOOK_MS,
    async run() {
      looksSince++;
      // Over no time at all, as in the first look, it is no number.
      const busy = load();
      if (!(busy <= CALM) || looksSince < (busy <= QUIET ? LOOKS_APART.quiet : LOOKS_APART.calm)) return;
      // What V8 gave back by itself counts as well.
      leftBytes = Math.min(leftBytes, heldBytes());
      if (heldBytes() - leftBytes < Math.max(WORTHWHILE_BYTES, leftBytes * WORTHWHILE_SHARE)) return;
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
function openCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/**
 * Any other collection leaves the pages it empties with the process: after 5,000 screens came 250 MB; this one takes 0.3 s instead of 0.05 s and gives them back.
 */
function collectGarbage(): void {
  collector ??= openCollector();
  collector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** A young generation of this much of what bodies bring takes a millisecond to collect. */
const RECEIVED_BYTES = 8e6;
let receivedBytes = 0;

/**
 * Told of every piece of an upload. V8 counts pieces of bodies as memory beside its own, of which it sees in the young generation only their handles: with as much
 * room for new objects as we give it (server-flags.ts) it would let them pile up, and go through everything there is to be rid of them. That was
 * a third of what an upload cost.
 */
export function noteReceived(bytes: number): void {
  receivedBytes += bytes;
  if (receivedBytes < RECEIVED_BYTES) return;
  receivedBytes = 0;
  collector ??= openCollector();
  collector({ type: 'minor', execution: 'sync' });
}
