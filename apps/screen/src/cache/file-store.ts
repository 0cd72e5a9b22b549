import type { ManifestFile } from '@vitrine/contract/screens';
import type { Database } from '../database/database.ts';
import { FILES_CACHE, getFilePath, parseFilePath } from '../shell/addresses.ts';

/** Complete files by their SHA-256. A file was verified when it was written; it may have been damaged since. */
export interface FileStore {
  /** The sha256 of every file that was written. */
  listStoredFiles(): Promise<Set<string>>;
  put(file: ManifestFile, bytes: Blob): Promise<void>;
  read(sha256: string): Promise<Blob | null>;
  remove(sha256: string): Promise<void>;
  /** An address at which a video's bytes can be read in ranges, when the store has one. */
  getUrl(sha256: string): string | null;
  /** Left out where the browser's own estimate is right. */
  estimate?: () => StorageEstimate;
}

/** Secure origins: files lie in Cache Storage, from which the service worker answers, in ranges where asked. */
export async function openCacheStorageStore(): Promise<FileStore> {
  const cache = await caches.open(FILES_CACHE);
  return {
    async listStoredFiles() {
      const requests = await cache.keys();
      return new Set(requests.flatMap(({ url }) => parseFilePath(new URL(url).pathname) ?? []));
    },
    put: (file: ManifestFile, bytes) =>
      cache.put(
        getFilePath(file.sha256),
        new Response(bytes, { headers: { 'content-type': file.mimetype, 'content-length': String(bytes.size) } }),
      ),
    async read(sha256) {
      const response = await cache.match(getFilePath(sha256));
      return response ? await response.blob() : null;
    },
    async remove(sha256) {
      await cache.delete(getFilePath(sha256));
    },
    getUrl: (sha256) => (navigator.serviceWorker?.controller ? getFilePath(sha256) : null),
  };
}

/** Plain-http origins have neither Cache Storage nor a service worker: files lie in IndexedDB. */
export function createIndexedDbStore(database: Database): FileStore {
  return {
    listStoredFiles: async () => new Set(await database.getAllKeys('files')),
    async put(file, bytes) {
      await database.put('files', { blob: bytes, mimetype: file.mimetype }, file.sha256);
    },
    async read(sha256) {
      const stored = await database.get('files', sha256);
      return stored ? new Blob([stored.blob], { type: stored.mimetype }) : null;
    },
    remove: (sha256) => database.delete('files', sha256),
    getUrl: () => null,
    ...(database.estimateMemory && { estimate: database.estimateMemory }),
  };
}
