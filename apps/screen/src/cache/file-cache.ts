import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { type CopiesOf, pinnedFiles } from '@vitrine/playback';
import type { Database, Identity } from '../database/database.ts';
import { download, type PartialDownloadStore } from '../sync/download.ts';
import { fetchFile } from '../sync/screen-api.ts';
import { type CacheSpace, createCacheSpace } from './cache-space.ts';
import { createIndexedDbStore, type FileStore, openCacheStorageStore } from './file-store.ts';

export interface FileCache extends CacheSpace {
  readonly store: FileStore;
  /** Downloads, verifies and stores a file. */
  fetchFile(identity: Identity, file: ManifestFile, signal: AbortSignal): Promise<void>;
}

/** `listPinnedManifests` returns the manifests whose files must stay: the playing one and the one being downloaded. */
export async function openFileCache(database: Database, listPinnedManifests: () => Manifest[], copiesOf: CopiesOf): Promise<FileCache> {
  const store = await openStore(database);
  const parts = createPartialDownloads(database);
  const space = createCacheSpace({
    store,
    parts,
    listPinnedFiles: (stored) => listPinnedManifests().flatMap((manifest) => pinnedFiles(manifest, stored, copiesOf)),
    listNamedFiles: () => listPinnedManifests().flatMap(({ files }) => files.flatMap(copiesOf)),
    estimate: async () => store.estimate?.() ?? (await navigator.storage?.estimate?.()) ?? {},
    read: async () => (await database.get('spare', 'list')) ?? [],
    write: (list) => database.put('spare', list, 'list'),
  });
  return {
    ...space,
    store,
    async fetchFile(identity, file, signal) {
      const requestBytes = (from: number, until: AbortSignal) => fetchFile(identity, file.sha256, from, until);
      try {
        await store.put(file, await download({ file, requestBytes, parts, signal }));
      } catch (cause) {
        // The storage estimate was missing or wrong. The download queue retries this file.
        if (isQuotaExceeded(cause)) await space.deleteSpareFiles();
        throw cause;
      }
      await parts.deleteParts(file.sha256);
    },
  };
}

async function openStore(database: Database): Promise<FileStore> {
  // An insecure context has no `caches`, although the types declare it.
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

/** Returns the key range of all parts of a file. */
const getPartsRange = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Number.MAX_SAFE_INTEGER]);

export function createPartialDownloads(
  database: Database,
): PartialDownloadStore & { deletePartsExcept(needed: ReadonlySet<string>): Promise<void> } {
  return {
    read: (sha256) => database.getAll('parts', getPartsRange(sha256)),
    async add(sha256, index, bytes) {
      await database.put('parts', bytes, [sha256, index]);
    },
    deleteParts: (sha256) => database.delete('parts', getPartsRange(sha256)),
    /** Deletes the parts of files that no manifest needs. */
    async deletePartsExcept(needed) {
      const keys = await database.getAllKeys('parts');
      await Promise.all(keys.filter(([sha256]) => !needed.has(sha256)).map((key) => database.delete('parts', key)));
    },
  };
}
