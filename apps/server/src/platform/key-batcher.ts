export interface KeyBatcherOptions {
  /** Delay of the first round after a key was added. */
  firstDelayMs: number;
  /** Minimum time between two rounds. */
  intervalMs: number;
  onFailed: (error: unknown) => void;
}

export interface KeyBatcher {
  add(key: string): void;
  /** Processes the waiting keys now. */
  flush(): Promise<void>;
}

/** Collects keys, each once, and processes them together, one round at a time. For work that may be lost when the process ends. */
export function createKeyBatcher(
  work: (keys: string[]) => Promise<void>,
  { firstDelayMs, intervalMs, onFailed }: KeyBatcherOptions,
): KeyBatcher {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let roundAt = Number.NEGATIVE_INFINITY;
  const schedule = () => {
    if (timer || isBusy || waiting.size === 0) return;
    timer = setTimeout(() => void flush(), Math.max(firstDelayMs, roundAt + intervalMs - performance.now())).unref();
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...waiting];
    waiting.clear();
    isBusy = true;
    roundAt = performance.now();
    await work(keys).catch(onFailed);
    isBusy = false;
    schedule();
  };
  return {
    add(key) {
      waiting.add(key);
      schedule();
    },
    flush,
  };
}
