import type { ManifestFile } from '@vitrine/contract/screens';
import type { FileStore } from './file-store.ts';
import { getShortageBytes, getSurplusBytes, type SpareFile, selectOldest, sumBytes, updateSpareFiles } from './spare-files.ts';

/** Thrown when missing files do not fit even without any spare file. */
export class InsufficientSpaceError extends Error {
  override name = 'NoRoomError';
}

export interface CacheSpace {
  /** Deletes surplus files; called once another manifest plays. */
  removeSurplus(): Promise<void>;
  /** Makes room for these, the least recently needed spare files going first. Throws NoRoomError, and removes nothing, when they cannot fit. */
  freeSpaceFor(missing: readonly ManifestFile[]): Promise<void>;
  /** Deletes every file that no manifest needs. */
  deleteSpareFiles(): Promise<void>;
  /** Deletes every file. */
  clear(): Promise<void>;
}

export interface CacheSpaceOptions {
  store: Pick<FileStore, 'listStoredFiles' | 'remove'>;
  parts: { deletePartsExcept(needed: ReadonlySet<string>): Promise<void> };
  /** Returns the files that must stay, given the files that are held. */
  listPinnedFiles: (held: ReadonlySet<string>) => readonly ManifestFile[];
  /** Every file, with all of its copies, that the manifests name. */
  named: () => readonly ManifestFile[];
  estimate: () => Promise<StorageEstimate>;
  read: () => Promise<SpareFile[]>;
  write: (list: SpareFile[]) => Promise<unknown>;
}

/**
 * Keeps the disk from filling up. The files of the current and of the newest manifest are pinned and never deleted, so a playlist that is too large for the
 * screen delays its own update only. All other files are spare.
 */
export function createCacheSpace({ store, parts, listPinnedFiles, named, estimate, read, write }: CacheSpaceOptions): CacheSpace {
  const known = new Map<string, number>();
  const remove = async (files: readonly SpareFile[]) => {
    for (const { sha256 } of files) await store.remove(sha256);
  };
  const inspectFiles = async () => {
    for (const { sha256, sizeBytes } of named()) known.set(sha256, sizeBytes);
    const held = await store.listStoredFiles();
    const names = new Set(listPinnedFiles(held).map(({ sha256 }) => sha256));
    const spare = updateSpareFiles(await read(), held, names, known);
    const listed = new Set(spare.map(({ sha256 }) => sha256));
    // Left behind by an end in the middle: neither needed nor measured.
    const stray = [...held].filter((sha256) => !names.has(sha256) && !listed.has(sha256)).map((sha256) => ({ sha256, sizeBytes: 0 }));
    return { names, spare, stray };
  };
  const deleteFiles = async (spare: readonly SpareFile[], going: readonly SpareFile[]) => {
    const gone = new Set(going);
    await write(spare.filter((file) => !gone.has(file)));
    await remove(going);
  };
  return {
    async removeSurplus() {
      const { names, spare, stray } = await inspectFiles();
      await remove(stray);
      const { quota = null } = await estimate();
      await deleteFiles(spare, selectOldest(spare, getSurplusBytes(spare, quota)));
      await parts.deletePartsExcept(names);
    },
    async freeSpaceFor(missing) {
      const bytes = getShortageBytes(missing, await estimate());
      if (bytes <= 0) return;
      const { spare } = await inspectFiles();
      if (sumBytes(spare) < bytes) throw new InsufficientSpaceError(describeShortage(missing, bytes - sumBytes(spare)));
      await deleteFiles(spare, selectOldest(spare, bytes));
    },
    async deleteSpareFiles() {
      const { names, spare, stray } = await inspectFiles();
      await remove(stray);
      await deleteFiles(spare, spare);
      await parts.deletePartsExcept(names);
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
  `Not enough storage: the playlist needs ${formatMegabytes(sumBytes(missing))} more, and ${formatMegabytes(shortBytes)} is missing. The screen keeps showing its current content.`;
