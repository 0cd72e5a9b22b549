/** Screens that move to another address of the installation, with two real servers. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { waitForState } from './screen-page.ts';
import { openSignedInPage } from './signed-in-page.ts';

const SCREEN = { viewport: { width: 640, height: 360 } };
let old: Product;
let ana: ApiPerson;
let boss: ApiPerson;
let deviceId: string;
let context: BrowserContext;
let screen: Page;

/** Starts a server with one playing screen, whose page is then closed. */
async function startWithScreen(browser: Browser): Promise<void> {
  old = await Product.start();
  ana = await ApiPerson.create(old, 'ana@move.example');
  boss = await ApiPerson.create(old, 'boss@move.example', 'Bo Berg');
  await withProductDatabase(old, (db) =>
    db.updateTable('users').set({ is_super_admin: true, role: 'admin' }).where('id', '=', boss.userId).execute(),
  );
  context = await browser.newContext(SCREEN);
  screen = await context.newPage();
  await screen.goto(`${old.origin}/screen`);
  deviceId = await readScreenId(screen);
  const device = await ana.device('Hall', deviceId);
  const album = await ana.album('Pictures');
  await ana.attach(album._id, [(await ana.upload('one.jpg', await aJpeg({ width: 640, height: 400 }))).key]);
  await ana.waitUntilReady(album._id);
  await ana.publish((await ana.playlist('Hall', [album._id]))._id, device._id);
  await waitForState(screen, 'playing');
  await screen.evaluate(() => navigator.serviceWorker.ready);
  await screen.close();
}

async function openScreen(): Promise<void> {
  screen = await context.newPage();
  screen.on('console', (message) => console.log('screen:', message.text()));
  await screen.goto(`${old.origin}/screen`);
  await waitForState(screen, 'playing');
}

const openMovePanel = async (browser: Browser): Promise<Page> => {
  const page = await openSignedInPage(browser, boss, {}, `${old.origin}/admin/system`);
  await expect(page.getByRole('region', { name: 'Address of the screens' })).toBeVisible();
  return page;
};

test.beforeEach(async ({ browser }) => startWithScreen(browser));
test.afterEach(async () => {
  await context?.close();
  await old?.remove();
});

test('a screen plays at the new address, and the old address leads there', async ({ browser }) => {
  test.setTimeout(180_000);
  await old.stop();
  const next = await Product.startCopy(old);
  await old.start();
  try {
    await openScreen();
    await boss.request('POST', '/console/server-move', { address: next.origin });
    await screen.waitForURL(`${next.origin}/screen`);
    await waitForState(screen, 'playing');
    expect(await readScreenId(screen)).toBe(deviceId);
    await expect
      .poll(async () => (await boss.request<{ move: { moved: number } }>('GET', '/console/server-move')).move.moved, { timeout: 40_000 })
      .toBe(1);
  } finally {
    await next.remove();
  }
});
