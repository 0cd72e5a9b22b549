/** How much script a first view carries: budgets of the issue, measured on what the browser really fetched. */
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

const KB = 1000;
const budgets: [address: string, limitBytes: number, ready: RegExp][] = [
  ['/login', 150 * KB, /Sign in/],
  ['/signup', 150 * KB, /Sign up/],
  ['/', 150 * KB, /Sign up/],
  ['/connect', 150 * KB, /Send message/],
  ['/aboutUs', 130 * KB, /The team/],
  ['/pricing', 130 * KB, /Featured products/],
  ['/faq', 130 * KB, /What is free/],
  ['/privacy', 130 * KB, /What is kept/],
  ['/cookie', 130 * KB, /vitrine_media/],
  ['/sitemap', 130 * KB, /Every public page/],
  ['/screen/', 60 * KB, /type this id/],
];

let product: Product;
test.beforeAll(async ({ shared }) => {
  product = shared;
});

for (const [address, limitBytes, ready] of budgets) {
  test(`${address} needs at most ${limitBytes / KB} kB of JavaScript, compressed`, async ({ page }) => {
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
      if (isScript)
        sizes.set(
          response.url(),
          response.body().then((body) => gzipSync(body).length),
        );
    });
    await page.goto(`${product.origin}${address}`, { waitUntil: 'networkidle' });
    await expect(page.getByText(ready).first()).toBeVisible();
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    console.log(`${address}: ${(total / KB).toFixed(1)} kB of JavaScript in ${sizes.size} files`);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(limitBytes);
  });
}

test('scripts and styles travel compressed', async ({ page }) => {
  const script = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
  await page.goto(`${product.origin}/login`);
  expect((await script).headers()['content-encoding']).toMatch(/br|gzip/);
});
