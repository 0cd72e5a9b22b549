import { AppError } from './errors.ts';

/** Who asks for a piece of work, so that what one asks for never holds up another. */
export interface QueueOwner {
  account: string;
  /** Takes seconds: leaves a lane to the rest. */
  isSlow?: boolean;
}

export interface FairQueueOptions {
  concurrency: number;
  /** How many may wait for one account, and in all. */
  maxWaitingPerOwner: number;
  maxWaiting: number;
}

/** One line for each account; the accounts take turns. */
function createRoundRobinQueue() {
  const lines = new Map<string, (() => void)[]>();
  return {
    add(account: string, start: () => void): void {
      const line = lines.get(account);
      if (line) line.push(start);
      else lines.set(account, [start]);
    },
    next(): (() => void) | undefined {
      for (const [account, line] of lines) {
        const start = line.shift();
        // A map keeps the order of adding: whoever was served goes behind all others.
        lines.delete(account);
        if (line.length > 0) lines.set(account, line);
        return start;
      }
      return undefined;
    },
  };
}

/**
 * Lets so many pieces of work run at a time, and gives the accounts that wait their turns one after the other. Heavy work leaves one lane free
 * wherever there are two, so that what is quickly done never waits for it. What comes beyond the bounds is refused at once. `enter` answers
 * how to leave.
 */
export function createFairQueue({ concurrency: lanes, maxWaitingPerOwner: waitingEach, maxWaiting: waiting }: FairQueueOptions) {
  const [light, heavy] = [createRoundRobinQueue(), createRoundRobinQueue()];
  const heavyLanes = Math.max(1, lanes - 1);
  const waitingOf = new Map<string, number>();
  let waitingNow = 0;
  let running = 0;
  let heavyRunning = 0;
  let wasHeavy = false;

  const count = (account: string, step: 1 | -1) => {
    const left = (waitingOf.get(account) ?? 0) + step;
    if (left === 0) waitingOf.delete(account);
    else waitingOf.set(account, left);
    waitingNow += step;
  };
  const isFree = (isHeavy: boolean) => running < lanes && (!isHeavy || heavyRunning < heavyLanes);
  const begin = (isHeavy: boolean) => {
    running++;
    if (isHeavy) heavyRunning++;
    wasHeavy = isHeavy;
  };
  const startNext = () => {
    if (running >= lanes) return;
    // In turns, where both wait for the only lane.
    const heavyNext = () => (isFree(true) ? heavy.next() : undefined);
    const start = wasHeavy ? (light.next() ?? heavyNext()) : (heavyNext() ?? light.next());
    start?.();
  };

  return {
    async acquire({ account, isSlow: isHeavy = false }: QueueOwner): Promise<() => void> {
      if (isFree(isHeavy)) begin(isHeavy);
      else {
        if (waitingNow >= waiting || (waitingOf.get(account) ?? 0) >= waitingEach) throw new AppError('TOO_MANY_REQUESTS');
        count(account, 1);
        await new Promise<void>((resolve) => {
          (isHeavy ? heavy : light).add(account, () => {
            count(account, -1);
            begin(isHeavy);
            resolve();
          });
        });
      }
      return () => {
        running--;
        if (isHeavy) heavyRunning--;
        startNext();
      };
    },
  };
}
