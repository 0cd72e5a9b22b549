/** Screens that move to another address of the installation, with two real servers. */
import { randomUUID } from 'node:crypto';
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
let next: Product | undefined;
let ana: ApiPerson;
let boss: ApiPerson;
let deviceId: string;
let context: BrowserContext;
let screen: Page;

/** Starts a server with one playing screen, whose page is then closed. */
async function startWithScreen(browser: Browser): Promise<void> {
  next = undefined;
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
  await screen.goto(`${old.origin}/screen`);
  await waitForState(screen, 'playing');
}

async function openMovePanel(browser: Browser) {
  const page = await openSignedInPage(browser, boss, {}, `${old.origin}/admin/system`);
  return { page, panel: page.getByRole('region', { name: 'Address of the screens' }) };
}

async function enterAddress(page: Page, address: string) {
  await page.getByRole('button', { name: 'Move to another address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another address' });
  await dialog.getByLabel('New address').fill(address);
  await dialog.getByRole('button', { name: 'Move screens' }).click();
  return dialog;
}

/** Stores a move without the server's own check of the address. */
const forgeMove = (address: string) =>
  withProductDatabase(old, (db) =>
    db.insertInto('server_moves').values({ id: randomUUID(), address, spread_ms: 1, started_at: new Date() }).execute(),
  );

test.beforeEach(async ({ browser }) => startWithScreen(browser));
test.afterEach(async () => {
  await context?.close();
  await Promise.all([old?.remove(), next?.remove()]);
});

test('a screen plays at the new address, and the page at the old address leads there, also without both servers', async ({ browser }) => {
  test.setTimeout(180_000);
  await old.stop();
  next = await Product.startCopy(old);
  await old.start();
  await openScreen();
  const { page, panel } = await openMovePanel(browser);
  const leftAt = Date.now();
  await enterAddress(page, next.origin);
  await screen.waitForURL(`${next.origin}/screen`);
  await waitForState(screen, 'playing');
  console.info(`played at the new address after ${Date.now() - leftAt} ms`);
  expect(await readScreenId(screen)).toBe(deviceId);
  await expect(panel.getByText('1 of 1 screen moved')).toBeVisible({ timeout: 60_000 });
  await page.context().close();

  // The computer of the screen restarts with the old address, after the page at the new one is stored.
  const server = next;
  const readArrivals = () => withProductDatabase(server, (db) => db.selectFrom('screen_arrivals').select('is_cached').execute());
  await expect.poll(readArrivals).toEqual([{ is_cached: true }]);
  await screen.goto(`${old.origin}/screen`);
  await screen.waitForURL(`${next.origin}/screen`);
  await waitForState(screen, 'playing');
  await Promise.all([old.stop(), next.stop()]);
  await screen.goto(`${old.origin}/screen`);
  await screen.waitForURL(`${next.origin}/screen`);
  await waitForState(screen, 'playing');
});

test('a screen stays when the server at the new address is another installation', async ({ browser }) => {
  test.setTimeout(180_000);
  next = await Product.startEmpty();
  const { page, panel } = await openMovePanel(browser);
  const dialog = await enterAddress(page, next.origin);
  await expect(dialog.getByText(/isn’t this installation/)).toBeVisible();
  await forgeMove(next.origin);
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(next?.origin ?? ''))
      asked.push(`${request.method()} ${request.url()} ${request.headers()['authorization'] ?? ''}`);
  });
  await openScreen();
  await page.reload();
  await expect(panel.getByRole('row', { name: /Hall .* Not known at the new address/ })).toBeVisible({ timeout: 60_000 });
  expect(screen.url()).toBe(`${old.origin}/screen`);
  await waitForState(screen, 'playing');
  // Neither the secret nor anything else than the request for a proof.
  expect(new Set(asked.map((line) => line.trim()))).toEqual(new Set([`POST ${next.origin}/api/screens/move/proof`]));
  await page.context().close();
});

test('a screen returns when it can’t play at the new address', async () => {
  test.setTimeout(180_000);
  await old.stop();
  next = await Product.startCopy(old);
  await old.start();
  await forgeMove(next.origin);
  // The server there knows the screen, but gives it no manifest.
  await context.route(`${next.origin}/api/screens/manifest`, (route) => route.abort());
  await context.route(`${next.origin}/socket.io/**`, (route) => route.abort());
  await context.clock.install();
  screen = await context.newPage();
  await screen.goto(`${old.origin}/screen`);
  await screen.waitForURL((url) => url.origin === next?.origin, { timeout: 60_000 });
  await screen.waitForFunction(() => localStorage.getItem('vitrine.arrival'), undefined, POLLING);
  const isBack = () => screen.url() === `${old.origin}/screen`;
  await expect(async () => {
    await screen.clock.fastForward(60_000);
    expect(isBack()).toBe(true);
  }).toPass({ timeout: 60_000 });
  await waitForState(screen, 'playing');
  expect(await readScreenId(screen)).toBe(deviceId);
});

test('a link with a made-up ticket changes nothing', async () => {
  await openScreen();
  const requests: string[] = [];
  context.on('request', (request) => requests.push(new URL(request.url()).origin));
  await screen.goto(`${old.origin}/screen?rotate=0#move=made-up`);
  await waitForState(screen, 'playing');
  expect(await readScreenId(screen)).toBe(deviceId);
  expect([new URL(screen.url()).hash, new Set(requests)]).toEqual(['', new Set([old.origin])]);
});
