import type { ManifestFile } from '@vitrine/contract/screens';
import type { FileStore } from './file-store.ts';
import { listSpare, oldestOf, type SpareFile, shortageBytes, surplusBytes, totalBytes } from './spare-files.ts';

/** What has to be fetched does not fit, even with every spare file gone. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
}

export interface FileRoom {
  /** Deletes surplus files; called once another manifest plays. */
  tidy(): Promise<void>;
  /** Makes room for these, the least recently needed spare files going first. Throws NoRoomError, and removes nothing, when they cannot fit. */
  makeRoom(missing: readonly ManifestFile[]): Promise<void>;
  /** Lets go of every file that no manifest needs. */
  dropSpare(): Promise<void>;
  /** Lets go of every file. */
  clear(): Promise<void>;
}

export interface FileRoomOptions {
  store: Pick<FileStore, 'held' | 'remove'>;
  parts: { dropExcept(needed: ReadonlySet<string>): Promise<void> };
  /** Returns the files that must stay, given the files that are held. */
  pinned: (held: ReadonlySet<string>) => readonly ManifestFile[];
  /** Every file, with all of its copies, that the manifests name. */
  named: () => readonly ManifestFile[];
  estimate: () => Promise<StorageEstimate>;
  read: () => Promise<SpareFile[]>;
  write: (list: SpareFile[]) => Promise<unknown>;
}

/**
 * Keeps the disk from filling. Pinned are the files of the manifest on the wall and of the newest: they stay whatever
 * happens, so that a playlist too large for the screen costs the news and never what is seen. Everything else is spare.
 */
export function createFileRoom({ store, parts, pinned, named, estimate, read, write }: FileRoomOptions): FileRoom {
  const known = new Map<string, number>();
  const remove = async (files: readonly SpareFile[]) => {
    for (const { sha256 } of files) await store.remove(sha256);
  };
  const look = async () => {
    for (const { sha256, sizeBytes } of named()) known.set(sha256, sizeBytes);
    const held = await store.held();
    const names = new Set(pinned(held).map(({ sha256 }) => sha256));
    const spare = listSpare(await read(), held, names, known);
    const listed = new Set(spare.map(({ sha256 }) => sha256));
    // Left behind by an end in the middle: neither needed nor measured.
    const stray = [...held].filter((sha256) => !names.has(sha256) && !listed.has(sha256)).map((sha256) => ({ sha256, sizeBytes: 0 }));
    return { names, spare, stray };
  };
  const letGo = async (spare: readonly SpareFile[], going: readonly SpareFile[]) => {
    const gone = new Set(going);
    await write(spare.filter((file) => !gone.has(file)));
    await remove(going);
  };
  return {
    async tidy() {
      const { names, spare, stray } = await look();
      await remove(stray);
      const { quota = null } = await estimate();
      await letGo(spare, oldestOf(spare, surplusBytes(spare, quota)));
      await parts.dropExcept(names);
    },
    async makeRoom(missing) {
      const bytes = shortageBytes(missing, await estimate());
      if (bytes <= 0) return;
      const { spare } = await look();
      if (totalBytes(spare) < bytes) throw new NoRoomError(tooLarge(missing, bytes - totalBytes(spare)));
      await letGo(spare, oldestOf(spare, bytes));
    },
    async dropSpare() {
      const { names, spare, stray } = await look();
      await remove(stray);
      await letGo(spare, spare);
      await parts.dropExcept(names);
    },
    async clear() {
      await remove([...(await store.held())].map((sha256) => ({ sha256, sizeBytes: 0 })));
      await write([]);
      await parts.dropExcept(new Set());
    },
  };
}

const inMegabytes = (bytes: number) => `${Math.max(1, Math.ceil(bytes / 1e6)).toLocaleString('en-US')} MB`;

const tooLarge = (missing: readonly SpareFile[], shortBytes: number): string =>
  `Not enough storage: the playlist needs ${inMegabytes(totalBytes(missing))} more, and ${inMegabytes(shortBytes)} is missing. The screen keeps showing its current content.`;
