import type { Page } from '@playwright/test';

/** Returns true when every file in the screen's cache has the SHA-256 digest in its name. */
export function areCachedFilesIntact(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const cache = await caches.open('vitrine-files-1');
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)));
      if (!request.url.endsWith([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))) return false;
    }
    return true;
  });
}
