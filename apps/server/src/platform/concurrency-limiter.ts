import { AppError } from './errors.ts';

/**
 * Runs at most `lanes` tasks at a time, with at most `waiting` more in their order of arrival. Further tasks are refused immediately, because a growing queue
 * answers no one in time. A function as `lanes` is called before each start, and returns at least 1.
 */
export function createConcurrencyLimiter({ lanes, waiting: maxQueued }: { lanes: number | (() => number); waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  const hasFreeLane = () => running < (typeof lanes === 'number' ? lanes : lanes());
  const startNext = () => {
    while (queue.length > 0 && hasFreeLane()) {
      running++;
      queue.shift()?.();
    }
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // A new task never overtakes the queue.
    if (queue.length === 0 && hasFreeLane()) running++;
    else if (queue.length >= maxQueued) throw new AppError('TOO_MANY_REQUESTS');
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      running--;
      startNext();
    }
  };
}
