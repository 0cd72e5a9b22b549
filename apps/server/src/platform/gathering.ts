export interface GatheringOptions {
  /** After the first key. */
  soonMs: number;
  /** Between two rounds. */
  apartMs: number;
  onFailed: (error: unknown) => void;
}

export interface Gathering {
  add(key: string): void;
  /** Does now what waits. */
  flush(): Promise<void>;
}

/** Gathers keys, each once, and hands them on together, one round at a time. For what nobody waits for, the process's end included. */
export function createGathering(work: (keys: string[]) => Promise<void>, { soonMs, apartMs, onFailed }: GatheringOptions): Gathering {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let roundAt = Number.NEGATIVE_INFINITY;
  const arm = () => {
    if (timer || isBusy || waiting.size === 0) return;
    timer = setTimeout(() => void flush(), Math.max(soonMs, roundAt + apartMs - performance.now())).unref();
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
    arm();
  };
  return {
    add(key) {
      waiting.add(key);
      arm();
    },
    flush,
  };
}
