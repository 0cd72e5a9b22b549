import type { Manifest, ManifestFile, ManifestItem } from '@vitrine/contract/screens';
import type { StoredManifest } from '../database/database.ts';

/** A growing part is stored at most this often, because flash memory wears out. */
const STORE_INTERVAL_MS = 30_000;

interface ManifestPart {
  partial: StoredManifest;
  /** True when the part is stored, so that it also plays after a power cut without a network. */
  isStored: boolean;
}

/** Returns a function that selects the part of a manifest to play now. It returns null when nothing can play or the part is the same. */
export function createPartSelector(now: () => number = () => performance.now()) {
  let selected: { whole: StoredManifest; missing: number; isStored: boolean } | null = null;
  let storedAt = -Infinity;
  return (whole: StoredManifest, missing: readonly ManifestFile[]): ManifestPart | null => {
    const isStored = now() - storedAt >= STORE_INTERVAL_MS;
    const isSelected = selected?.whole === whole && selected.missing === missing.length;
    if (isSelected && (selected?.isStored || !isStored)) return null;
    const part = selectPlayablePart(whole.manifest, missing);
    if (!part) return null;
    selected = { whole, missing: missing.length, isStored };
    if (isStored) storedAt = now();
    return { partial: { manifest: { ...part, revision: 0 }, etag: null, deviceId: whole.deviceId, isPartial: true }, isStored };
  };
}

/**
 * Returns the part of a manifest that can play before its download is complete: the items whose files are stored. Publishes without such an item are left
 * out, and the others are not synchronized, because the places of other items change with each download. Returns null when nothing can play.
 */
export function selectPlayablePart(manifest: Manifest, missing: readonly ManifestFile[]): Manifest | null {
  const missingHashes = new Set(missing.map(({ sha256 }) => sha256));
  // A missing file is named by its preferred copy, an item by the file's own checksum.
  const files = manifest.files.filter((file) => ![file, file.hd, file.fullHd].some((copy) => copy && missingHashes.has(copy.sha256)));
  const stored = new Set(files.map(({ sha256 }) => sha256));
  const select = <T extends { items: ManifestItem[] }>(shown: T): T => ({
    ...shown,
    items: shown.items.filter(({ sha256 }) => stored.has(sha256)),
  });
  const publishes = manifest.publishes
    .map(select)
    .map(({ layout, synchronized: _synchronized, ...publish }) =>
      layout ? { ...publish, layout: { ...layout, zones: layout.zones.map(select) } } : publish,
    )
    .filter(({ items }) => items.length > 0);
  return publishes.length > 0 ? { ...manifest, publishes, files } : null;
}
