import { LRUCache } from 'lru-cache';

/** Asked for so often within the time below, an object is worth a copy on this machine: the walls of one publish all ask for the same. */
const OFTEN = 3;
const WITHIN_MS = 10 * 60_000;
const MOST_KEYS = 1000;

/** Which objects are asked for again and again. */
export function createHotKeys() {
  const asked = new LRUCache<string, number>({ max: MOST_KEYS, ttl: WITHIN_MS, noUpdateTTL: true });
  return {
    /** Notes that it was asked for, and says whether that has become often just now. */
    note(key: string): boolean {
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return times === OFTEN;
    },
  };
}
