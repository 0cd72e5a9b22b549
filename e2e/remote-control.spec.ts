/** Remote control of a real screen with the outcome of each command. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import type {} from '../apps/screen/src/remote/companion.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { createSignedInPage } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let page: Page;
let screenContext: BrowserContext;
let screen: Page;
let deviceId: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@remote-control.example');
  page = await createSignedInPage(browser, ana);
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  const device = await ana.device('Hall', await readScreenId(screen));
  deviceId = device._id;
  const album = await ana.album('Pictures');
  const keys: string[] = [];
  for (const width of [310, 320, 330]) keys.push((await ana.upload(`${width}.jpg`, await aJpeg({ width, height: 200 }))).key);
  await ana.attach(album._id, keys);
  await ana.waitUntilReady(album._id);
  const playlist = await ana.playlist('Hall', [album._id]);
  await ana.publish(playlist._id, device._id);
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  await page.goto(`${product.origin}/main/device/devicedetailpage?userId=${ana.userId}&open=false&deviceId=${deviceId}`);
});
test.afterAll(async () => {
  await page?.context().close();
  await screenContext?.close();
});

const remote = () => page.getByRole('region', { name: 'Remote control' });
const readShownItem = () => screen.evaluate(() => window.__vitrine?.itemId ?? null);

test('next and previous change the item and return a receipt', async () => {
  const first = await readShownItem();
  await remote().getByRole('button', { name: 'Pause' }).click();
  await expect(remote()).toContainText('Pause: done');
  await expect(remote().getByRole('button', { name: 'Play' })).toBeEnabled();
  await remote().getByRole('button', { name: 'Next' }).click();
  await expect(remote()).toContainText('Next: done');
  await expect.poll(readShownItem).not.toBe(first);
  const second = await readShownItem();
  await remote().getByRole('button', { name: 'Previous' }).click();
  await expect(remote()).toContainText('Previous: done');
  await expect.poll(readShownItem).not.toBe(second);
  await remote().getByRole('button', { name: 'Play' }).click();
  await expect(remote().getByRole('button', { name: 'Pause' })).toBeEnabled();
});

test('offers reboot and power off with a companion, and fails with a reason otherwise', async () => {
  const more = () => remote().getByRole('button', { name: 'More controls' }).click();
  await more();
  await expect(page.getByRole('menuitem')).toHaveText(['Reload', 'Factory reset']);
  await page.keyboard.press('Escape');
  await ana.call('PUT', `/devices/actions/${deviceId}`, { action: 'reboot' });
  await expect(remote()).toContainText('Reboot: failed. This screen runs in a browser that doesn’t support this action.');
  await screenContext.addInitScript(() => {
    window.vitrineCompanion = { reboot: () => Object.assign(window, { isRebooted: true }) as never };
  });
  await screen.reload();
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await more();
    await expect(page.getByRole('menuitem')).toHaveText(['Reload', 'Reboot', 'Factory reset'], { timeout: 500 });
  }).toPass();
  await page.getByRole('menuitem', { name: 'Reboot' }).click();
  await page.getByRole('alertdialog', { name: 'Reboot “Hall”?' }).getByRole('button', { name: 'Reboot' }).click();
  await expect(remote()).toContainText('Reboot: done');
  await screen.waitForFunction(() => 'isRebooted' in window, undefined, POLLING);
});

test('applies the owner’s image settings on the screen immediately', async () => {
  await page.getByLabel('Photo fit').selectOption('Fill and crop');
  const objectFit = () => screen.evaluate(() => getComputedStyle(document.querySelector('#stage img') ?? document.body).objectFit);
  await expect.poll(objectFit).toBe('cover');
  await page.getByLabel('Rotation').selectOption('90° clockwise');
  await expect.poll(() => screen.evaluate(() => document.documentElement.dataset['rotate'])).toBe('90');
  const frame = page.locator('[class*=bezel]').first();
  const isUpright = async () => ((await frame.boundingBox())?.height ?? 0) > ((await frame.boundingBox())?.width ?? 0);
  await expect.poll(isUpright).toBe(true);
  await page.getByLabel('Rotation').selectOption('Use the screen’s setting');
  await expect.poll(() => screen.evaluate(() => document.documentElement.dataset['rotate'])).toBe('0');
  // Content below the photo moves with its height.
  await expect.poll(isUpright).toBe(false);
});

test('reloads the page on command, after which playback continues', async () => {
  await screen.evaluate(() => Object.assign(window, { isBefore: true }));
  await remote().getByRole('button', { name: 'More controls' }).click();
  await page.getByRole('menuitem', { name: 'Reload' }).click();
  await expect(remote()).toContainText('Reload: done');
  await screen.waitForFunction(() => !('isBefore' in window) && window.__vitrine?.state === 'playing', undefined, POLLING);
});

test('disables the controls while the screen is offline', async () => {
  await screenContext.setOffline(true);
  await screen.evaluate(() => undefined);
  await screen.close();
  await expect(remote()).toContainText('This screen is offline.', { timeout: 45_000 });
  await expect(remote().getByRole('button', { name: 'Next' })).toBeDisabled();
  await screenContext.setOffline(false);
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  await expect(remote().getByRole('button', { name: 'Next' })).toBeEnabled();
});

test('a factory reset registers the screen again and returns to the device list', async () => {
  const before = await screen.evaluate(() => window.__vitrine?.deviceId);
  await remote().getByRole('button', { name: 'More controls' }).click();
  await page.getByRole('menuitem', { name: 'Factory reset' }).click();
  await page.getByRole('alertdialog', { name: 'Reset “Hall”?' }).getByRole('button', { name: 'Factory reset' }).click();
  await screen.waitForFunction((id) => window.__vitrine?.deviceId && window.__vitrine.deviceId !== id, before, POLLING);
  await expect(screen.getByText(/^[A-Z]\d{5}$/)).toBeVisible();
  expect((await ana.call('GET', `/devices/${deviceId}`)).status).toBe(404);
  await expect(page.getByText('Hall was reset. The screen now shows a new ID. Use it to add the screen again.')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/main/device');
});
