import { AppError } from './errors.ts';

/**
 * Runs at most `lanes` tasks at a time, with at most `waiting` more in their order of arrival. Further tasks are refused immediately, because a growing queue
 * answers no one in time.
 */
export function createConcurrencyLimiter({ lanes: concurrency, waiting: maxQueued }: { lanes: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running++;
    else if (queue.length >= maxQueued) throw new AppError('TOO_MANY_REQUESTS');
    // A finished task passes its slot to the next in the queue, so that a new one cannot overtake.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
