/** Work that nobody looks at is begun after this at the latest, however long somebody goes on looking. */
const PATIENCE_MS = 1000;

/** Lets what somebody waits for go before what nobody looks at: also a process of the lowest priority takes memory's time from those beside it. */
export function createRightOfWay() {
  let going = 0;
  const waiting = new Set<() => void>();
  return {
    /** Work that somebody waits for. */
    async first<T>(work: () => Promise<T>): Promise<T> {
      going++;
      try {
        return await work();
      } finally {
        going--;
        if (going === 0) for (const begin of waiting) begin();
      }
    },
    /** Until nobody waits, or long enough. */
    async wait(): Promise<void> {
      if (going === 0) return;
      await new Promise<void>((resolve) => {
        const begin = () => {
          clearTimeout(timer);
          waiting.delete(begin);
          resolve();
        };
        const timer = setTimeout(begin, PATIENCE_MS);
        waiting.add(begin);
      });
    },
  };
}

export type RightOfWay = ReturnType<typeof createRightOfWay>;
