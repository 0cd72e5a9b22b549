import { AppError } from './errors.ts';

export interface ConcurrencyLimiterOptions {
  /** Maximum number of tasks that run at a time. A function is called before each start, and returns at least 1. */
  lanes: number | (() => number);
  /** Maximum number of tasks that wait. Further ones are refused with TOO_MANY_REQUESTS, because a growing queue answers no one in time. */
  waiting: number;
  /** Returns how long a lane rests after a task that took `tookMs`, in milliseconds. The task's result does not wait for that. */
  getRestMs?: (tookMs: number) => number;
  /** Called when no task runs, waits or was followed by a rest that has not ended. */
  onIdle?: () => void;
  /** Milliseconds. */
  now?: () => number;
}

/** Runs a limited number of tasks at a time, and the others in their order of arrival. */
export function createConcurrencyLimiter({
  lanes,
  waiting: maxQueued,
  getRestMs = () => 0,
  onIdle,
  now = () => performance.now(),
}: ConcurrencyLimiterOptions) {
  let running = 0;
  const queue: (() => void)[] = [];
  const hasFreeLane = () => running < (typeof lanes === 'number' ? lanes : lanes());
  const startNext = () => {
    while (queue.length > 0 && hasFreeLane()) {
      running++;
      queue.shift()?.();
    }
  };
  const release = () => {
    running--;
    startNext();
    if (running === 0) onIdle?.();
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // A new task never overtakes the queue.
    if (queue.length === 0 && hasFreeLane()) running++;
    else if (queue.length >= maxQueued) throw new AppError('TOO_MANY_REQUESTS');
    else await new Promise<void>((resolve) => queue.push(resolve));
    const startedAt = now();
    try {
      return await work();
    } finally {
      const restMs = getRestMs(now() - startedAt);
      if (restMs > 0) setTimeout(release, restMs);
      else release();
    }
  };
}

/** Limits the tasks of each key separately. `createOptions` returns the limits of a key. Keys without tasks take no memory. */
export function createLimiterPerKey(createOptions: (key: string) => Omit<ConcurrencyLimiterOptions, 'onIdle'>) {
  const limiters = new Map<string, ReturnType<typeof createConcurrencyLimiter>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limiter = limiters.get(key) ?? createConcurrencyLimiter({ ...createOptions(key), onIdle: () => limiters.delete(key) });
    limiters.set(key, limiter);
    return limiter(work);
  };
}
