import type { ManifestItem } from '@vitrine/contract/screens';

/** Slack for loading, slow decoders and videos that last longer than they say. */
const STALL_TOLERANCE_MS = 120_000;

/** Notices when a list that should move does not. `now` is any clock in milliseconds that only runs forward. */
export function createStallDetector() {
  let item: ManifestItem | null = null;
  let shownAt = 0;
  return {
    recordItem(next: ManifestItem | null, now: number) {
      item = next;
      shownAt = now;
    },
    /** `count` is how many items the list has: a single picture may stay for ever. */
    isStuck(count: number, now: number): boolean {
      if (!item || (count < 2 && item.kind === 'image')) return false;
      return now - shownAt > item.durationMs * 2 + STALL_TOLERANCE_MS;
    },
  };
}
