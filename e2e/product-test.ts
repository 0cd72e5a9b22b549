import { test as base } from '@playwright/test';
import { freePort, Product } from './product.ts';

/**
 * One product for all files of a worker, except those that kill or configure theirs. Each file therefore creates its own accounts with a separate email
 * domain. All files use this test, also those without a product: Playwright replaces the worker, its browser and its product for a file with other fixtures.
 */
export const test = base.extend<object, { shared: Product; sitePort: number }>({
  /** Port of this computer from which the shared product fetches data and pages. At most one test at a time listens on it. */
  sitePort: [
    // Playwright requires a destructuring pattern, from which it reads the dependencies of a fixture.
    async ({ browserName: _browserName }, provide) => provide(await freePort()),
    { scope: 'worker' },
  ],
  shared: [
    async ({ sitePort }, provide) => {
      const product = await Product.start({
        SOURCES_ALLOW: '127.0.0.1/32',
        SOURCES_PORTS: String(sitePort),
        // Files that use photos are further apart than the default, and starting its processes again takes a second of processor time each.
        MEDIA_IDLE_SECONDS: '3600',
      });
      await provide(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
