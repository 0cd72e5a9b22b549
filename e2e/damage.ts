import type { Page } from '@playwright/test';

/** Changes one byte in the middle of a cached file. Returns false when the file is not cached. */
export function flipByte(page: Page, sha256: string): Promise<boolean> {
  return page.evaluate(async (name) => {
    const cache = await caches.open('vitrine-files-1');
    const path = `/screen/files/${name}`;
    const response = await cache.match(path);
    if (!response) return false;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await cache.put(path, new Response(bytes, { headers: response.headers }));
    return true;
  }, sha256);
}
