/**
 * A page stays current when something changes before its live link is open, and when photos could not be loaded at first. Both journeys are slow, because
 * component tests have the same states of the page (`live-updates.test.tsx`, `cover-picture.test.tsx`).
 */
import { expect, type Page } from '@playwright/test';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage, openSignedInPage } from './signed-in-page.ts';

let ana: ApiPerson;
let page: Page;

test.beforeAll(async ({ shared }) => {
  ana = await ApiPerson.create(shared, 'ana@live.example');
  await givePlan(ana);
});
test.afterEach(async () => {
  await page?.context().close();
});

const card = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('shows changes that happened before the live link was open', { tag: '@slow' }, async ({ browser }) => {
  await ana.album('Before');
  page = await openSignedInPage(browser, ana);
  await expect(card('Before')).toBeVisible();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/socket\.io/, async (route) => {
    await released;
    await route.continue();
  });
  await page.routeWebSocket(/\/socket\.io/, async (socket) => {
    await released;
    socket.connectToServer();
  });
  await page.reload();
  await expect(card('Before')).toBeVisible();
  await ana.album('Meanwhile');
  release();
  await expect(card('Meanwhile')).toBeVisible();
});

test('requests a missing cover again after a delay or when media change', { tag: '@slow' }, async ({ browser }) => {
  const album = await ana.album('Garden');
  await ana.attach(album._id, [(await ana.upload('rose.jpg', await aJpeg())).key]);
  let isReady = false;
  let refused = 0;
  page = await createSignedInPage(browser, ana);
  await page.route(/\/api\/uploads\?key=/, async (route) => {
    if (isReady) return route.continue();
    refused += 1;
    return route.fulfill({
      status: 409,
      json: { error: true, code: 'NOT_READY', message: 'This file is still being processed. Try again in a moment.' },
    });
  });
  await page.goto(`${ana.product.origin}/main`);
  await expect(card('Garden')).toBeVisible();
  const cover = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Garden', exact: true }) })
    .locator('img');
  // Retries on a timer.
  await expect.poll(() => refused).toBeGreaterThan(2);
  isReady = true;
  await ana.attach((await ana.album('Elsewhere'))._id, [(await ana.upload('other.jpg', await aJpeg({ width: 90, height: 60 }))).key]);
  await expect(cover).toHaveAttribute('data-state', 'loaded');
});
