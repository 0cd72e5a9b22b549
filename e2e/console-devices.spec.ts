/**
 * Commands of an administrator to another account's screen, and the screen registry. Component tests have the lists, the dialogs and conflicting changes
 * (`devices.test.tsx`).
 */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let adminPage: Page;
let screenContext: BrowserContext;
let screen: Page;
let deviceId: string;
let owner: ApiPerson;

const OWNER = 'Odile Quill';
/** Interval at which the details of a device are refetched. */
const DETAILS_REFRESH_MS = 10_000;

test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  owner = await ApiPerson.create(product, 'odile@console-devices.example', OWNER);
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  deviceId = await readScreenId(screen);
  const lobby = await owner.device('Quill lobby', deviceId);
  const album = await owner.album('Feathers');
  const { key } = await owner.upload('feather.jpg', await aJpeg());
  await owner.attach(album._id, [key]);
  await owner.waitUntilReady(album._id);
  await owner.publish((await owner.playlist('Plumage', [album._id]))._id, lobby._id);
  const boss = await ApiPerson.create(product, 'boss@console-devices.example', 'Bo Berg');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', boss.userId).execute());
  adminPage = await openSignedInPage(browser, boss);
  await adminPage.clock.install();
});
test.afterAll(async () => {
  await adminPage?.context().close();
  await screenContext?.close();
});

const table = (name: string) => adminPage.getByRole('table', { name });
const row = (name: string) => adminPage.getByRole('row').filter({ hasText: name });
const panel = () => adminPage.getByRole('complementary', { name: 'Device' });
const detail = (term: string) => panel().getByText(term, { exact: true }).locator('xpath=following-sibling::dd');
const runAction = async (name: string, entry: string, confirm: string) => {
  await row(name).getByRole('button', { name: 'Actions for' }).click();
  await adminPage.getByRole('menuitem', { name: entry }).click();
  await adminPage.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
};

test('opens a device with the keyboard only, sends commands to its screen, and finds the reset screen in the registry', async () => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Devices' }).click();
  await adminPage.keyboard.press('/');
  await adminPage.keyboard.type('odile');
  await expect(adminPage).toHaveURL(/string=odile/);
  await expect(table('Devices').getByRole('row')).toHaveCount(2);
  await expect(row('Quill lobby')).toContainText('Online');
  const first = row('Quill lobby').getByRole('button').first();
  // Tab past the filters and column headings to the first row.
  for (let presses = 0; presses < 14 && !(await first.evaluate((button) => button === document.activeElement)); presses++)
    await adminPage.keyboard.press('Tab');
  await adminPage.keyboard.press('Enter');
  await expect(detail('Device ID')).toContainText(deviceId);
  await expect(detail('Last added playlist')).toHaveText('Plumage');
  await expect(detail('Operating system')).toHaveText(/Linux|macOS|Windows/);
  await expect(panel().getByRole('list', { name: 'Recent playlists' })).toContainText('1 album');
  await inspect(adminPage, 'all devices, with the details of one');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  const started = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await started).path(), 'utf8')).toContain('Quill lobby');

  await runAction('Quill lobby', 'Reboot', 'Yes, reboot');
  await expect(adminPage.getByText('Reboot command sent to the screen.')).toBeVisible();
  await adminPage.clock.fastForward(DETAILS_REFRESH_MS);
  await expect(detail('Last command')).toHaveText('Reboot: failed. This screen runs in a browser that doesn’t support this action.');
  await runAction('Quill lobby', 'Factory reset', 'Yes, reset');
  await screen.waitForFunction((before) => window.__vitrine?.deviceId && window.__vitrine.deviceId !== before, deviceId, POLLING);
  await adminPage.clock.fastForward(DETAILS_REFRESH_MS);
  await expect(row('Quill lobby')).toHaveCount(0);
  await expect(panel()).toContainText('The device was deleted, or its screen was reset.');

  const newId = await screen.evaluate(() => window.__vitrine?.deviceId ?? '');
  await openInApp(adminPage, `${product.origin}/admin/deviceRegister?string=${newId}`);
  await expect(row(newId)).toContainText(deviceId);
  await inspect(adminPage, 'the register');
});
