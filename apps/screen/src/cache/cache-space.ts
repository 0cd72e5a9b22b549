import type { ManifestFile } from '@vitrine/contract/screens';
import type { FileStore } from './file-store.ts';
import { getShortageBytes, getSurplusBytes, type SpareFile, selectOldest, sumBytes, updateSpareFiles } from './spare-files.ts';

/** Thrown when missing files do not fit even without any spare file. */
export class InsufficientSpaceError extends Error {
  override name = 'InsufficientSpaceError';
}

export interface CacheSpace {
  /** Deletes spare files above the limit. Called once another manifest plays. */
  removeSurplus(): Promise<void>;
  /** Frees space by deleting the least recently needed spare files. Throws InsufficientSpaceError and deletes nothing when the files cannot fit. */
  freeSpaceFor(missing: readonly ManifestFile[]): Promise<void>;
  /** Deletes every file that no manifest needs. */
  deleteSpareFiles(): Promise<void>;
  /** Deletes every file. */
  clear(): Promise<void>;
}

export interface CacheSpaceOptions {
  store: Pick<FileStore, 'listStoredFiles' | 'remove'>;
  parts: { deletePartsExcept(needed: ReadonlySet<string>): Promise<void> };
  /** Returns the files that must stay, given the stored files. */
  listPinnedFiles: (stored: ReadonlySet<string>) => readonly ManifestFile[];
  /** Returns all copies of all files in the manifests. */
  listNamedFiles: () => readonly ManifestFile[];
  estimate: () => Promise<StorageEstimate>;
  read: () => Promise<SpareFile[]>;
  write: (list: SpareFile[]) => Promise<unknown>;
}

/**
 * Keeps the disk from filling up. The files of the current and the newest manifest are pinned and never deleted, so a playlist that is too large for the
 * screen only delays its own update. All other files are spare.
 */
export function createCacheSpace({ store, parts, listPinnedFiles, listNamedFiles, estimate, read, write }: CacheSpaceOptions): CacheSpace {
  const knownSizes = new Map<string, number>();
  const remove = async (files: readonly SpareFile[]) => {
    for (const { sha256 } of files) await store.remove(sha256);
  };
  const inspectFiles = async () => {
    for (const { sha256, sizeBytes } of listNamedFiles()) knownSizes.set(sha256, sizeBytes);
    const stored = await store.listStoredFiles();
    const pinned = new Set(listPinnedFiles(stored).map(({ sha256 }) => sha256));
    const spare = updateSpareFiles(await read(), stored, pinned, knownSizes);
    const listed = new Set(spare.map(({ sha256 }) => sha256));
    // Files of unknown size that an interrupted change left behind.
    const stray = [...stored].filter((sha256) => !pinned.has(sha256) && !listed.has(sha256)).map((sha256) => ({ sha256, sizeBytes: 0 }));
    return { pinned, spare, stray };
  };
  const deleteFiles = async (spare: readonly SpareFile[], removed: readonly SpareFile[]) => {
    const removedSet = new Set(removed);
    await write(spare.filter((file) => !removedSet.has(file)));
    await remove(removed);
  };
  return {
    async removeSurplus() {
      const { pinned, spare, stray } = await inspectFiles();
      await remove(stray);
      const { quota = null } = await estimate();
      await deleteFiles(spare, selectOldest(spare, getSurplusBytes(spare, quota)));
      await parts.deletePartsExcept(pinned);
    },
    async freeSpaceFor(missing) {
      const bytes = getShortageBytes(missing, await estimate());
      if (bytes <= 0) return;
      const { spare } = await inspectFiles();
      if (sumBytes(spare) < bytes) throw new InsufficientSpaceError(describeShortage(missing, bytes - sumBytes(spare)));
      await deleteFiles(spare, selectOldest(spare, bytes));
    },
    async deleteSpareFiles() {
      const { pinned, spare, stray } = await inspectFiles();
      await remove(stray);
      await deleteFiles(spare, spare);
      await parts.deletePartsExcept(pinned);
    },
    async clear() {
      await remove([...(await store.listStoredFiles())].map((sha256) => ({ sha256, sizeBytes: 0 })));
      await write([]);
      await parts.deletePartsExcept(new Set());
    },
  };
}

const formatMegabytes = (bytes: number) => `${Math.max(1, Math.ceil(bytes / 1e6)).toLocaleString('en-US')} MB`;

const describeShortage = (missing: readonly SpareFile[], shortBytes: number): string =>
  `Not enough storage: the playlist needs ${formatMegabytes(sumBytes(missing))} more, and ${formatMegabytes(shortBytes)} is missing.`;
