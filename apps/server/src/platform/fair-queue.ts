import { AppError } from './errors.ts';

/** Origin of a task, so that the tasks of one account never delay another's. */
export interface QueueOwner {
  account: string;
  /** Takes seconds: one slot is kept free of such tasks. */
  isSlow?: boolean;
}

export interface FairQueueOptions {
  concurrency: number;
  /** How many may wait for one account, and in all. */
  maxWaitingPerOwner: number;
  maxWaiting: number;
}

/** A list of waiting tasks for each client. The clients take turns. */
export function createRoundRobinQueue() {
  const lists = new Map<string, (() => void)[]>();
  return {
    isEmpty: (): boolean => lists.size === 0,
    add(client: string, start: () => void): void {
      const list = lists.get(client);
      if (list) list.push(start);
      else lists.set(client, [start]);
    },
    next(): (() => void) | undefined {
      for (const [client, list] of lists) {
        const start = list.shift();
        // A Map keeps the insertion order: a client that was served moves to the end.
        lists.delete(client);
        if (list.length > 0) lists.set(client, list);
        return start;
      }
      return undefined;
    },
  };
}

/**
 * Runs a limited number of tasks at a time, with turns between waiting accounts. Slow tasks leave one slot free if there are two, so that quick tasks never
 * wait for them. Tasks beyond the bounds are refused immediately. `acquire` returns the function that frees the slot.
 */
export function createFairQueue({ concurrency, maxWaitingPerOwner, maxWaiting }: FairQueueOptions) {
  const [quickTasks, slowTasks] = [createRoundRobinQueue(), createRoundRobinQueue()];
  const maxSlowRunning = Math.max(1, concurrency - 1);
  const waitingByAccount = new Map<string, number>();
  let totalWaiting = 0;
  let running = 0;
  let slowRunning = 0;
  let wasSlow = false;

  const count = (account: string, step: 1 | -1) => {
    const left = (waitingByAccount.get(account) ?? 0) + step;
    if (left === 0) waitingByAccount.delete(account);
    else waitingByAccount.set(account, left);
    totalWaiting += step;
  };
  const isFree = (isSlow: boolean) => running < concurrency && (!isSlow || slowRunning < maxSlowRunning);
  const begin = (isSlow: boolean) => {
    running++;
    if (isSlow) slowRunning++;
    wasSlow = isSlow;
  };
  const startNext = () => {
    if (running >= concurrency) return;
    // In turns, where both wait for the only slot.
    const nextSlow = () => (isFree(true) ? slowTasks.next() : undefined);
    const start = wasSlow ? (quickTasks.next() ?? nextSlow()) : (nextSlow() ?? quickTasks.next());
    start?.();
  };

  return {
    async acquire({ account, isSlow = false }: QueueOwner): Promise<() => void> {
      if (isFree(isSlow)) begin(isSlow);
      else {
        if (totalWaiting >= maxWaiting || (waitingByAccount.get(account) ?? 0) >= maxWaitingPerOwner)
          throw new AppError('TOO_MANY_REQUESTS');
        count(account, 1);
        await new Promise<void>((resolve) => {
          (isSlow ? slowTasks : quickTasks).add(account, () => {
            count(account, -1);
            begin(isSlow);
            resolve();
          });
        });
      }
      return () => {
        running--;
        if (isSlow) slowRunning--;
        startNext();
      };
    },
  };
}
