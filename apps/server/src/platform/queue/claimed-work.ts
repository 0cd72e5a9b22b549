interface ClaimedWorkOptions<Item> {
  /** Items of this process that are worked on at the same time. */
  concurrency: number;
  /** Claims up to `limit` due items, which other processes then leave. */
  claim: (limit: number) => Promise<Item[]>;
  work: (item: Item) => Promise<void>;
  /** Called when the work on an item failed; undefined when items could not be claimed. */
  onError: (error: unknown, item: Item | undefined) => void;
}

/** Works on due items in the background, and claims the next ones when slots are free. */
export function createClaimedWork<Item>({ concurrency, claim, work, onError }: ClaimedWorkOptions<Item>) {
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;

  const start = (item: Item): void => {
    const working = work(item).catch((error: unknown) => onError(error, item));
    running.add(working);
    void working.finally(() => {
      running.delete(working);
      claimNext().catch((error: unknown) => onError(error, undefined));
    });
  };

  const claimNext = (): Promise<void> => {
    claiming ??= claim(concurrency - running.size)
      .then((claimed) => claimed.forEach(start))
      .finally(() => (claiming = undefined));
    return claiming;
  };

  return {
    /** Begins the work on due items, and returns without waiting for it. */
    run: async (): Promise<void> => {
      if (running.size < concurrency) await claimNext();
    },
    /** Resolves when nothing is being worked on. */
    idle: async (): Promise<void> => {
      while (running.size > 0 || claiming) await Promise.all([...running, claiming]);
    },
  };
}
