import { LRUCache } from 'lru-cache';

/** Asked for so often within the time below, an object is worth a copy on this machine: the walls of one publish all ask for the same. */
const HOT_THRESHOLD = 3;
const HOT_WINDOW_MS = 10 * 60_000;
const MAX_KEYS = 1000;

/** Which objects are asked for again and again. */
export function createHotKeyCounter() {
  const asked = new LRUCache<string, number>({ max: MAX_KEYS, ttl: HOT_WINDOW_MS, noUpdateTTL: true });
  return {
    /** Notes that it was asked for, and says whether that has become often just now. */
    recordAccess(key: string): boolean {
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return times === HOT_THRESHOLD;
    },
  };
}
