import type { ManifestFile } from '@vitrine/contract/screens';

/** A stored file that no manifest needs now. It is kept because a playlist may be published again. */
export type SpareFile = Pick<ManifestFile, 'sha256' | 'sizeBytes'>;

/** Spare files may use this share of the browser's storage quota, up to a maximum in bytes. */
const SPARE_SHARE = 0.2;
const SPARE_MAX_BYTES = 2 * 1024 ** 3;
/** A store needs a little more than the bytes put into it. */
const OVERHEAD = { factor: 1.02, bytes: 1024 * 1024 };

/** Returns the spare files after a change, least recently needed first. Files of unknown size are left out. */
export function updateSpareFiles(
  before: readonly SpareFile[],
  held: ReadonlySet<string>,
  pinned: ReadonlySet<string>,
  known: ReadonlyMap<string, number>,
) {
  const isSpare = ({ sha256 }: SpareFile) => held.has(sha256) && !pinned.has(sha256);
  const stayed = before.filter(isSpare);
  const listed = new Set(stayed.map(({ sha256 }) => sha256));
  const fresh = [...held].filter((sha256) => !listed.has(sha256)).flatMap((sha256) => ({ sha256, sizeBytes: known.get(sha256) ?? 0 }));
  return [...stayed, ...fresh.filter((file) => file.sizeBytes > 0 && isSpare(file))];
}

/** Returns the first spare files that must be deleted to free at least this many bytes. */
export function selectOldest(spare: readonly SpareFile[], bytes: number): SpareFile[] {
  const going: SpareFile[] = [];
  let freed = 0;
  for (const file of spare) {
    if (freed >= bytes) break;
    going.push(file);
    freed += file.sizeBytes;
  }
  return going;
}

/** How many bytes of these spare files are too many. */
export function getSurplusBytes(spare: readonly SpareFile[], quotaBytes: number | null): number {
  return sumBytes(spare) - Math.min(SPARE_MAX_BYTES, (quotaBytes ?? Infinity) * SPARE_SHARE);
}

/** Bytes to free so that these fit; 0 or less when they do, or when the browser gives no estimate. */
export function getShortageBytes(missing: readonly SpareFile[], { quota, usage }: StorageEstimate): number {
  if (missing.length === 0 || quota === undefined || usage === undefined) return 0;
  // The parts of a download are stored next to the complete file until it is verified.
  const partsBytes = Math.max(...missing.map(({ sizeBytes }) => sizeBytes));
  return sumBytes(missing) * OVERHEAD.factor + OVERHEAD.bytes + partsBytes - (quota - usage);
}

export const sumBytes = (files: readonly SpareFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
