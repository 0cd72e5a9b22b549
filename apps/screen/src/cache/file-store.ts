import type { ManifestFile } from '@vitrine/contract/screens';
import type { Database } from '../database/database.ts';
import { FILES_CACHE, getFilePath, parseFilePath } from '../shell/addresses.ts';

/** Stores complete files by their SHA-256. Files are verified before they are stored, but may be damaged later. */
export interface FileStore {
  /** Returns the SHA-256 of each stored file. */
  listStoredFiles(): Promise<Set<string>>;
  put(file: ManifestFile, bytes: Blob): Promise<void>;
  read(sha256: string): Promise<Blob | null>;
  remove(sha256: string): Promise<void>;
  /** Returns a URL that serves ranges of a video, or null when the store has none. */
  getUrl(sha256: string): string | null;
  /** Missing when the browser's own estimate is correct. */
  estimate?: () => StorageEstimate;
}

/** Store for secure origins. Files are in Cache Storage, and the service worker serves them, including ranges. */
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

/** Store for plain http origins, which have neither Cache Storage nor service workers. Files are in IndexedDB. */
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
