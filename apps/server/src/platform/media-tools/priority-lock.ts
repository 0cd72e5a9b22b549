/** Maximum delay of background work while priority work runs. */
const MAX_WAIT_MS = 1000;

/** Lets work that a user waits for go before background work. Even a process of the lowest priority competes for memory bandwidth. */
export function createPriorityLock() {
  let going = 0;
  const waiting = new Set<() => void>();
  return {
    /** Runs work that a user waits for. */
    async runFirst<T>(work: () => Promise<T>): Promise<T> {
      going++;
      try {
        return await work();
      } finally {
        going--;
        if (going === 0) for (const resume of waiting) resume();
      }
    },
    /** Waits until no priority work runs, or the maximum delay. */
    async waitForIdle(): Promise<void> {
      if (going === 0) return;
      await new Promise<void>((resolve) => {
        const begin = () => {
          clearTimeout(timer);
          waiting.delete(begin);
          resolve();
        };
        const timer = setTimeout(begin, MAX_WAIT_MS);
        waiting.add(begin);
      });
    },
  };
}

export type PriorityLock = ReturnType<typeof createPriorityLock>;
