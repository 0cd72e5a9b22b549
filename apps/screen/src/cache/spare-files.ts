import type { ManifestFile } from '@vitrine/contract/screens';

/** A held file that no manifest needs now. It may be needed again: people come back to a playlist. */
export type SpareFile = Pick<ManifestFile, 'sha256' | 'sizeBytes'>;

/** Spare files fill no more than this share of what the browser gives, nor more than so many bytes. */
const SPARE_SHARE = 0.2;
const SPARE_MAX_BYTES = 2 * 1024 ** 3;
/** A store needs a little more than the bytes put into it. */
const OVERHEAD = { factor: 1.02, bytes: 1024 * 1024 };

/** The spare files after something changed, the least recently needed first. Those of unknown size are not in it. */
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

/** The first of these that have to go so that at least so many bytes come free. */
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
  // The parts of a download lie beside the whole file until it is kept.
  const partsBytes = Math.max(...missing.map(({ sizeBytes }) => sizeBytes));
  return sumBytes(missing) * OVERHEAD.factor + OVERHEAD.bytes + partsBytes - (quota - usage);
}

export const sumBytes = (files: readonly SpareFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
