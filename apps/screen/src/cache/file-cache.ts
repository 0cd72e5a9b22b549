import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { type CopiesOf, pinnedFiles } from '@vitrine/playback';
import type { Database, Identity } from '../database/database.ts';
import { download } from '../sync/download.ts';
import { fetchFile } from '../sync/screen-api.ts';
import { openCacheStorageStore } from './cache-storage-store.ts';
import { createDatabaseStore } from './database-store.ts';
import { createDownloadParts } from './download-parts.ts';
import { createFileRoom, type FileRoom } from './file-room.ts';
import type { FileStore } from './file-store.ts';

export interface FileCache extends FileRoom {
  readonly store: FileStore;
  /** Downloads, verifies and keeps one file. */
  fetchFile(identity: Identity, file: ManifestFile, signal: AbortSignal): Promise<void>;
}

/** `pinned` returns the manifests whose files must stay: the one that plays and the one that is being downloaded. */
export async function openFileCache(database: Database, pinned: () => Manifest[], copiesOf: CopiesOf): Promise<FileCache> {
  const store = await openStore(database);
  const parts = createDownloadParts(database);
  const room = createFileRoom({
    store,
    parts,
    pinned: (held) => pinned().flatMap((manifest) => pinnedFiles(manifest, held, copiesOf)),
    named: () => pinned().flatMap(({ files }) => files.flatMap(copiesOf)),
    estimate: async () => store.estimate?.() ?? (await navigator.storage?.estimate?.()) ?? {},
    read: async () => (await database.get('spare', 'list')) ?? [],
    write: (list) => database.put('spare', list, 'list'),
  });
  return {
    ...room,
    store,
    async fetchFile(identity, file, signal) {
      const ask = (from: number, until: AbortSignal) => fetchFile(identity, file.sha256, from, until);
      try {
        await store.put(file, await download({ file, ask, parts, signal }));
      } catch (cause) {
        // The estimate was wrong, or was none; the download queue comes back to this file by itself.
        if (isFull(cause)) await room.dropSpare();
        throw cause;
      }
      await parts.drop(file.sha256);
    },
  };
}

async function openStore(database: Database): Promise<FileStore> {
  // An insecure context has no `caches`, although the types say so.
  if (!('caches' in globalThis)) return createDatabaseStore(database);
  try {
    return await openCacheStorageStore();
  } catch (cause) {
    console.info('files go to the database:', cause);
    return createDatabaseStore(database);
  }
}

export function isFull(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'QuotaExceededError';
}
