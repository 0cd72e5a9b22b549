import type { Database } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

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
