/**
 * Gathers what is added within `waitMs` and hands it on once, each thing once. A thousand screens
 * that report at the same time then cost one question to the API instead of a thousand. `restMs`: so long after one time follows the next at the earliest.
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
