/**
 * Collects items for `waitMs` and passes them on together, each once. A thousand screens that report at the same time then cause one API request instead of a
 * thousand. `restMs`: minimum time between two calls.
 */
export function coalesce<T>(waitMs: number, keyOf: (item: T) => string, flush: (items: T[]) => void, restMs = 0) {
  let flushedAt = Number.NEGATIVE_INFINITY;
  let waiting = new Map<string, T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(...items: T[]) {
      for (const item of items) waiting.set(keyOf(item), item);
      timer ??= setTimeout(
        () => {
          const gathered = [...waiting.values()];
          waiting = new Map();
          timer = undefined;
          flushedAt = performance.now();
          flush(gathered);
        },
        Math.max(waitMs, flushedAt + restMs - performance.now()),
      );
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
