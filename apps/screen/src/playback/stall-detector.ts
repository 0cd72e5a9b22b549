import type { ManifestItem } from '@vitrine/contract/screens';

/** Tolerance for loading, slow decoders and videos that are longer than their metadata says. */
const STALL_TOLERANCE_MS = 120_000;

/** Detects that playback no longer advances. `now` is the time of a monotonic clock, in milliseconds. */
export function createStallDetector() {
  let item: ManifestItem | null = null;
  let shownAt = 0;
  return {
    recordItem(next: ManifestItem | null, now: number) {
      item = next;
      shownAt = now;
    },
    /** `count` is the number of items in the list. A single image or widget may stay forever. */
    isStuck(count: number, now: number): boolean {
      if (!item || (count < 2 && item.kind !== 'video')) return false;
      return now - shownAt > item.durationMs * 2 + STALL_TOLERANCE_MS;
    },
  };
}
