/**
 * Gathers what is added within `waitMs` and hands it on once, each thing once. A thousand screens
 * that report at the same time then cost one question to the API instead of a thousand.
 */
export function coalesce<T>(waitMs: number, keyOf: (item: T) => string, flush: (items: T[]) => void) {
  let waiting = new Map<string, T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(...items: T[]) {
      for (const item of items) waiting.set(keyOf(item), item);
      timer ??= setTimeout(() => {
        const gathered = [...waiting.values()];
        waiting = new Map();
        timer = undefined;
        flush(gathered);
      }, waitMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
