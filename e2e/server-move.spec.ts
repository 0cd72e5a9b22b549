/** Screens that move to another address of the installation, with two real servers. */
import { type Browser, expect, type Page } from '@playwright/test';
import { MovingScreen } from './moving-screen.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { waitForState } from './screen-page.ts';
import { openSignedInPage } from './signed-in-page.ts';

let moving: MovingScreen;
test.beforeEach(async ({ browser }) => {
  moving = await MovingScreen.start(browser);
});
test.afterEach(() => moving.remove());

async function openMovePanel(browser: Browser) {
  const page = await openSignedInPage(browser, moving.boss, {}, `${moving.old.origin}/admin/system`);
  return { page, panel: page.getByRole('region', { name: 'Address of the screens' }) };
}

async function enterAddress(page: Page, address: string) {
  await page.getByRole('button', { name: 'Move to another address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another address' });
  await dialog.getByLabel('New address').fill(address);
  await dialog.getByRole('button', { name: 'Move screens' }).click();
  return dialog;
}

test('a screen plays at the new address, and the page at the old address leads there, also without both servers', async ({ browser }) => {
  test.setTimeout(180_000);
  const { old, deviceId } = moving;
  const next = await moving.startCopy();
  const screen = await moving.open();
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
  const readArrivals = () => withProductDatabase(next, (db) => db.selectFrom('screen_arrivals').select('is_cached').execute());
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
  const { old, context } = moving;
  const next = await Product.startEmpty();
  moving.next = next;
  const { page, panel } = await openMovePanel(browser);
  const dialog = await enterAddress(page, next.origin);
  await expect(dialog.getByText(/isn’t this installation/)).toBeVisible();
  await moving.forgeMove(next.origin);
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(next.origin))
      asked.push(`${request.method()} ${request.url()} ${request.headers()['authorization'] ?? ''}`);
  });
  const screen = await moving.open();
  await page.reload();
  await expect(panel.getByRole('row', { name: /Hall .* Not known at the new address/ })).toBeVisible({ timeout: 60_000 });
  expect(screen.url()).toBe(`${old.origin}/screen`);
  await waitForState(screen, 'playing');
  // Neither the secret nor anything else than the request for a proof.
  expect(new Set(asked.map((line) => line.trim()))).toEqual(new Set([`POST ${next.origin}/api/screens/move/proof`]));
  await page.context().close();
});
