import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { unneededFiles } from '@vitrine/playback';
import type { Database, Identity } from '../keep/database.ts';
import { download } from '../sync/download.ts';
import { askFile } from '../sync/screen-api.ts';
import { openCacheStorageStore } from './cache-storage-store.ts';
import { createDatabaseStore } from './database-store.ts';
import { createDownloadParts } from './download-parts.ts';
import type { FileStore } from './file-store.ts';

export interface FileCache {
  readonly store: FileStore;
  /** Downloads, verifies and keeps one file. */
  fetchFile(identity: Identity, file: ManifestFile, signal: AbortSignal): Promise<void>;
  /** Lets go of every file that none of these manifests needs. */
  evict(...needed: (Manifest | null)[]): Promise<void>;
}

export async function openFileCache(database: Database, needed: () => (Manifest | null)[]): Promise<FileCache> {
  // A context that is not secure has no `caches`, whatever the types say.
  const store = 'caches' in globalThis ? await openCacheStorageStore() : createDatabaseStore(database);
  const parts = createDownloadParts(database);
  const evict = async (...manifests: (Manifest | null)[]) => {
    for (const sha256 of unneededFiles(await store.held(), ...manifests)) await store.remove(sha256);
    await parts.dropExcept(new Set(manifests.flatMap((manifest) => manifest?.files.map(({ sha256 }) => sha256) ?? [])));
  };
  return {
    store,
    evict,
    async fetchFile(identity, file, signal) {
      const ask = (from: number, until: AbortSignal) => askFile(identity, file.sha256, from, until);
      try {
        await store.put(file, await download({ file, ask, parts, signal }));
      } catch (cause) {
        // Room is made here; the download queue comes back to this file by itself.
        if (isFull(cause)) await evict(...needed());
        throw cause;
      }
      await parts.drop(file.sha256);
    },
  };
}

export function isFull(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'QuotaExceededError';
}
