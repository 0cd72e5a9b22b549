import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { type CopiesOf, pinnedFiles } from '@vitrine/playback';
import type { Database, Identity } from '../database/database.ts';
import { download } from '../sync/download.ts';
import { fetchFile } from '../sync/screen-api.ts';
import { type CacheSpace, createCacheSpace } from './cache-space.ts';
import { openCacheStorageStore } from './cache-storage-store.ts';
import { createIndexedDbStore } from './database-store.ts';
import { createPartialDownloads } from './download-parts.ts';
import type { FileStore } from './file-store.ts';

export interface FileCache extends CacheSpace {
  readonly store: FileStore;
  /** Downloads, verifies and keeps one file. */
  fetchFile(identity: Identity, file: ManifestFile, signal: AbortSignal): Promise<void>;
}

/** `pinned` returns the manifests whose files must stay: the one that plays and the one that is being downloaded. */
export async function openFileCache(database: Database, listPinnedManifests: () => Manifest[], copiesOf: CopiesOf): Promise<FileCache> {
  const store = await openStore(database);
  const parts = createPartialDownloads(database);
  const room = createCacheSpace({
    store,
    parts,
    listPinnedFiles: (held) => listPinnedManifests().flatMap((manifest) => pinnedFiles(manifest, held, copiesOf)),
    named: () => listPinnedManifests().flatMap(({ files }) => files.flatMap(copiesOf)),
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
        await store.put(file, await download({ file, requestBytes: ask, parts, signal }));
      } catch (cause) {
        // The estimate was wrong, or was none; the download queue comes back to this file by itself.
        if (isQuotaExceeded(cause)) await room.deleteSpareFiles();
        throw cause;
      }
      await parts.deleteParts(file.sha256);
    },
  };
}

async function openStore(database: Database): Promise<FileStore> {
  // An insecure context has no `caches`, although the types say so.
  if (!('caches' in globalThis)) return createIndexedDbStore(database);
  try {
    return await openCacheStorageStore();
  } catch (cause) {
    console.info('files go to the database:', cause);
    return createIndexedDbStore(database);
  }
}

export function isQuotaExceeded(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'QuotaExceededError';
}
