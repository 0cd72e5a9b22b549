/** Limits the JavaScript of each first view, as the browser loads it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { OPERATIONS } from '@vitrine/contract/operations';
import { ApiPerson } from './api.ts';
import { collectPolicyViolations } from './policy-violations.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

const KB = 1000;
const SCREEN = '/screen/';
/** JavaScript of each first view in version 0.2.0, in kB after gzip. It may grow by a tenth until the next release, when these figures are replaced. */
const HEADROOM = 1.1;
const views: [address: string, releasedKb: number, ready: RegExp][] = [
  ['/login', 148.9, /Sign in/],
  ['/signup', 149.2, /Sign up/],
  ['/', 150.1, /Sign up/],
  ['/connect', 146.4, /Send message/],
  ['/aboutUs', 129.5, /The team/],
  ['/pricing', 129.7, /Featured products/],
  ['/faq', 129.9, /What is free/],
  ['/privacy', 127.1, /What we store/],
  ['/cookie', 125.9, /vitrine_media/],
  ['/sitemap', 125.7, /All public pages/],
  [SCREEN, 50.4, /enter this ID/],
];

let product: Product;
test.beforeAll(async ({ shared }) => {
  product = shared;
});

test('each first view loads at most a tenth more JavaScript than in the last release, and hydrates without an error', {
  tag: '@slow',
}, async ({ page }) => {
  const refused = await collectPolicyViolations(page);
  // The browser must load the scripts of each view again.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-was-written', ''));
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  for (const view of views) await checkFirstView(page, ...view);
  expect(refused).toEqual([]);
  expect(faults).toEqual([]);
});

async function checkFirstView(page: Page, address: string, releasedKb: number, ready: RegExp): Promise<void> {
  const sizes = new Map<string, Promise<number>>();
  const measure = (response: Response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
    if (isScript)
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      );
  };
  page.on('response', measure);
  await page.goto(`${product.origin}${address}`, { waitUntil: 'networkidle' });
  await expect(page.getByText(ready).first(), address).toBeVisible();
  if (address !== SCREEN) {
    await expect(page.locator('#root:not([data-static])'), address).toBeAttached();
    await expect(page.locator('h1[data-was-written]'), address).toBeVisible();
  }
  // Scripts that load later are not part of the first view.
  page.off('response', measure);
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  console.log(`${address}: ${(total / KB).toFixed(1)} kB of JavaScript in ${sizes.size} files`);
  expect(total, address).toBeGreaterThan(0);
  expect(total, address).toBeLessThanOrEqual(releasedKb * KB * HEADROOM);
}

test('the pages of an account cause no violation of their content security policy', async ({ browser }) => {
  const ana = await ApiPerson.create(product, 'ana@first-view.example');
  const page = await createSignedInPage(browser, ana);
  const refused = await collectPolicyViolations(page);
  await page.goto(`${product.origin}/main`);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  for (const name of ['Playlists', 'Devices', 'Storage']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  expect(refused).toEqual([]);
  await page.context().close();
});

test('built scripts contain no documentation of endpoints', () => {
  const scripts = ['web', 'screen'].flatMap((app) => {
    const dist = path.join(import.meta.dirname, `../apps/${app}/dist`);
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    return names.map((name) => ({ name: `${app}/${name}`, text: readFileSync(path.join(dist, name), 'utf8') }));
  });
  expect(scripts.length).toBeGreaterThan(50);
  const summaries = OPERATIONS.map(([, { summary }]) => summary);
  expect(scripts.filter(({ text }) => summaries.some((summary) => text.includes(summary))).map(({ name }) => name)).toEqual([]);
});

test('scripts and styles are compressed', async ({ page }) => {
  const script = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
  await page.goto(`${product.origin}/login`);
  expect((await script).headers()['content-encoding']).toMatch(/br|gzip/);
});
