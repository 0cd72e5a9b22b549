import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeriodicTask } from './queue/periodic.ts';

const LOOK_MS = 2000;
/** Share of the time since the last look: idle enough for a pause of 0.1 s. */
const QUIET = 0.1;
/** A fleet that plays is never quiet. With less to do than this a pause is felt by few, if it comes seldom. */
const CALM = 0.3;
const LOOKS_WHILE_CALM = 5;
/** What has to have been taken beyond what was left the last time. */
const WORTHWHILE_BYTES = 48e6;
/** One collection finds what is garbage, those after it empty and give back the pages it was on. Each at a look of its own. */
const ROUNDS = 3;

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
  let rounds = 0;
  let looksSince = 0;
  return {
    name: 'memory.collect',
    everyMs: LOOK_MS,
    async run() {
      looksSince++;
      // Over no time at all, as in the first look, it is no number.
      if (!(load() <= (looksSince < LOOKS_WHILE_CALM ? QUIET : CALM))) return;
      // What V8 gave back by itself counts as well.
      leftBytes = Math.min(leftBytes, heldBytes());
      if (heldBytes() - leftBytes >= WORTHWHILE_BYTES) rounds = ROUNDS;
      if (rounds === 0) return;
      rounds--;
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

/** The function that `--expose-gc` gives, without asking everybody to start Node with it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
