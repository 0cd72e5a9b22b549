import { LRUCache } from 'lru-cache';
import { maxEntries } from '../lru-options.ts';

/** An object requested this often within the time below is copied to this machine, because all screens of a publish request the same files. */
const HOT_THRESHOLD = 3;
const HOT_WINDOW_MS = 10 * 60_000;
const MAX_KEYS = 1000;

/** Detects objects that are requested repeatedly. */
export function createHotKeyCounter() {
  const asked = new LRUCache<string, number>({ ...maxEntries(MAX_KEYS), ttl: HOT_WINDOW_MS, noUpdateTTL: true });
  return {
    /** Counts a request. Returns true when the key has just become hot. */
    recordAccess(key: string): boolean {
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return times === HOT_THRESHOLD;
    },
  };
}
