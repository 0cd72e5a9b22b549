import type { ContentsSplice, ManifestFile, ManifestItem, ManifestLayout } from '@vitrine/contract';

interface Shown {
  items: readonly ManifestItem[];
  files: readonly ManifestFile[];
  layout?: ManifestLayout | undefined;
  synchronized?: boolean | undefined;
}

/**
 * Returns how the contents of a playlist changed: everything between the first and the last item that differ in themselves or in their files. Undefined when
 * synchronized playback, the layout or one of its items changed, which a splice cannot express.
 */
export function computeSplice(before: Shown & { digest: string }, now: Shown): ContentsSplice | undefined {
  if (before.synchronized !== now.synchronized || serializeLayout(before) !== serializeLayout(now)) return undefined;
  const itemsBefore = serializeItems(before);
  const itemsNow = serializeItems(now);
  const isSame = (index: number) => itemsBefore.at(index) === itemsNow.at(index);
  const shorter = Math.min(before.items.length, now.items.length);
  let head = 0;
  while (head < shorter && isSame(head)) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(-1 - tail)) tail++;
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

const serializeLayout = ({ layout, files }: Shown): string =>
  JSON.stringify([layout, layout?.zones.map(({ items }) => serializeItems({ items, files }))]);

/** Returns the items as JSON, each with its file: the file of an item that stayed may have got an HD copy. */
function serializeItems({ items, files }: Shown): string[] {
  const fileOf = new Map(files.map((file) => [file.sha256, file]));
  return items.map((item) => JSON.stringify([item, fileOf.get(item.sha256)]));
}
