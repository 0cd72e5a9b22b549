import type { ManifestFile } from '@vitrine/contract/screens';
import { FILES_CACHE, getFilePath, parseFilePath } from '../shell/addresses.ts';
import type { FileStore } from './file-store.ts';

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
