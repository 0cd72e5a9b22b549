/** Work that nobody looks at is begun after this at the latest, however long somebody goes on looking. */
const MAX_WAIT_MS = 1000;

/** Lets what somebody waits for go before what nobody looks at: also a process of the lowest priority takes memory's time from those beside it. */
export function createPriorityLock() {
  let going = 0;
  const waiting = new Set<() => void>();
  return {
    /** Work that somebody waits for. */
    async runFirst<T>(work: () => Promise<T>): Promise<T> {
      going++;
      try {
        return await work();
      } finally {
        going--;
        if (going === 0) for (const resume of waiting) resume();
      }
    },
    /** Until nobody waits, or long enough. */
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
