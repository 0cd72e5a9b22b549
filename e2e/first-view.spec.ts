/** How much script a first view carries: budgets of the issue, measured on what the browser really fetched. */
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { arriveAs } from './browser-person.ts';
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

/** What the policy of the pages that are opened refuses, as it is refused: nobody sees it, and browsers report it. */
async function refusedBy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    const { noteRefused } = globalThis as unknown as { noteRefused(what: string): void };
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => noteRefused(`${effectiveDirective} ${blockedURI}`));
  });
  return refused;
}

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
    const refused = await refusedBy(page);
    await page.goto(`${product.origin}${address}`, { waitUntil: 'networkidle' });
    await expect(page.getByText(ready).first()).toBeVisible();
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    console.log(`${address}: ${(total / KB).toFixed(1)} kB of JavaScript in ${sizes.size} files`);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(limitBytes);
    expect(refused).toEqual([]);
  });
}

test('the pages of an account do nothing that their policy refuses', async ({ page }) => {
  const ana = await ApiPerson.create(product, 'ana@first-view.example');
  const refused = await refusedBy(page);
  await arriveAs(page, ana, `${product.origin}/main`);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  for (const name of ['Playlists', 'Devices', 'Storage']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  expect(refused).toEqual([]);
});

test('scripts and styles travel compressed', async ({ page }) => {
  const script = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
  await page.goto(`${product.origin}/login`);
  expect((await script).headers()['content-encoding']).toMatch(/br|gzip/);
});
