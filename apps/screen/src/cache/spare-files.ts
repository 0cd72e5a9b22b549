import type { ManifestFile } from '@vitrine/contract/screens';

/** A stored file that no manifest needs now. It is kept because a playlist may be published again. */
export type SpareFile = Pick<ManifestFile, 'sha256' | 'sizeBytes'>;

/** Spare files may use this share of the browser's storage quota, up to a maximum in bytes. */
const SPARE_SHARE = 0.2;
const SPARE_MAX_BYTES = 2 * 1024 ** 3;
/** A store uses slightly more space than its files. */
const OVERHEAD = { factor: 1.02, bytes: 1024 * 1024 };

/** Returns the spare files after a change, least recently needed first. Files of unknown size are left out. */
export function updateSpareFiles(
  before: readonly SpareFile[],
  stored: ReadonlySet<string>,
  pinned: ReadonlySet<string>,
  known: ReadonlyMap<string, number>,
) {
  const isSpare = ({ sha256 }: SpareFile) => stored.has(sha256) && !pinned.has(sha256);
  const remaining = before.filter(isSpare);
  const listed = new Set(remaining.map(({ sha256 }) => sha256));
  const fresh = [...stored].filter((sha256) => !listed.has(sha256)).flatMap((sha256) => ({ sha256, sizeBytes: known.get(sha256) ?? 0 }));
  return [...remaining, ...fresh.filter((file) => file.sizeBytes > 0 && isSpare(file))];
}

/** Returns the first spare files that must be deleted to free at least this many bytes. */
export function selectOldest(spare: readonly SpareFile[], bytes: number): SpareFile[] {
  const selected: SpareFile[] = [];
  let freed = 0;
  for (const file of spare) {
    if (freed >= bytes) break;
    selected.push(file);
    freed += file.sizeBytes;
  }
  return selected;
}

/** Returns the number of bytes by which the spare files exceed the limit. */
export function getSurplusBytes(spare: readonly SpareFile[], quotaBytes: number | null): number {
  return sumBytes(spare) - Math.min(SPARE_MAX_BYTES, (quotaBytes ?? Infinity) * SPARE_SHARE);
}

/** Returns the number of bytes to free so that the files fit. Returns 0 or less when they fit or the browser gives no estimate. */
export function getShortageBytes(missing: readonly SpareFile[], { quota, usage }: StorageEstimate): number {
  if (missing.length === 0 || quota === undefined || usage === undefined) return 0;
  // The parts of a download are stored next to the complete file until it is verified.
  const partsBytes = Math.max(...missing.map(({ sizeBytes }) => sizeBytes));
  return sumBytes(missing) * OVERHEAD.factor + OVERHEAD.bytes + partsBytes - (quota - usage);
}

export const sumBytes = (files: readonly SpareFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
