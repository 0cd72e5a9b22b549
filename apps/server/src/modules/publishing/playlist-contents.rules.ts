import type { ContentsSplice, ManifestFile, ManifestItem } from '@vitrine/contract';

/** How what a playlist shows differs from what it showed: all between the items at both ends that stayed. */
export function spliceOf(
  before: { digest: string; items: readonly ManifestItem[] },
  now: { items: readonly ManifestItem[]; files: readonly ManifestFile[] },
): ContentsSplice {
  const shorter = Math.min(before.items.length, now.items.length);
  let head = 0;
  while (head < shorter && isSame(before.items[head], now.items[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(before.items.at(-1 - tail), now.items.at(-1 - tail))) tail++;
  const items = now.items.slice(head, now.items.length - tail);
  const needed = new Set(items.map(({ sha256 }) => sha256));
  return {
    of: before.digest,
    at: head,
    drop: before.items.length - tail - head,
    items,
    files: now.files.filter(({ sha256 }) => needed.has(sha256)),
  };
}

const isSame = (one: ManifestItem | undefined, other: ManifestItem | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);
