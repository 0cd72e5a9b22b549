/** All devices and the screen registry in the administrator's console. */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { allowDevices, withProductDatabase } from './product-database.ts';
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

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  owner = await ApiPerson.create(product, 'odile@console-devices.example', OWNER);
  await allowDevices(owner, 5);
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  deviceId = await readScreenId(screen);
  const lobby = await owner.device('Quill lobby', deviceId);
  await owner.device('Quill attic', (await owner.screen()).deviceId);
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

test('searches the list of devices and opens one with the keyboard only', async () => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Devices' }).click();
  await expect(table('Devices').getByRole('columnheader')).toHaveText([
    'Device name',
    'Device ID',
    'Created',
    'Connection',
    'Ownership',
    'Action',
  ]);
  await adminPage.keyboard.press('/');
  await adminPage.keyboard.type('odile');
  await expect(adminPage).toHaveURL(/string=odile/);
  await expect(table('Devices').getByRole('row')).toHaveCount(3);
  await expect(row('Quill lobby')).toContainText('Online');
  await expect(row('Quill attic')).toContainText('Offline');
  // Tab past the filters and column headings to the first row.
  for (
    let presses = 0;
    presses < 14 &&
    !(await row('Quill attic')
      .getByRole('button')
      .first()
      .evaluate((button) => button === document.activeElement));
    presses++
  )
    await adminPage.keyboard.press('Tab');
  await adminPage.keyboard.press('ArrowDown');
  await adminPage.keyboard.press('Enter');
  await expect(detail('Device ID')).toContainText(deviceId);
  await expect(detail('Number of playlists')).toHaveText('1');
  await expect(detail('Last added playlist')).toHaveText('Plumage');
  await expect(detail('Operating system')).toHaveText(/Linux|macOS|Windows/);
  await expect(panel().getByRole('list', { name: 'Recent playlists' })).toContainText('Plumage');
  await expect(panel().getByRole('list', { name: 'Recent playlists' })).toContainText('1 album');
  await inspect(adminPage, 'all devices, with the details of one');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await row('Quill lobby').getByRole('button').first().focus();
  await adminPage.keyboard.press('Escape');
  await expect(panel()).toHaveCount(0);
});

test('filters, sorts and exports the list', async () => {
  await adminPage.getByLabel('Connection').selectOption('Offline');
  await expect(table('Devices').getByRole('row')).toHaveCount(2);
  await adminPage.getByRole('button', { name: 'Device name' }).click();
  await expect(adminPage).toHaveURL(/sort=az/);
  const started = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await started).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Quill attic');
  await adminPage.getByLabel('Created from').fill('2199-01-01');
  await expect(adminPage.getByText('No Device available')).toBeVisible();
  await inspect(adminPage, 'all devices, none found');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await adminPage.getByRole('button', { name: 'Show all' }).click();
  await expect(row('Quill lobby')).toBeVisible();
});

test('requires confirmation of a device command and shows its result', async () => {
  await row('Quill attic').getByRole('button', { name: 'Actions for' }).click();
  await adminPage.getByRole('menuitem', { name: 'Power off' }).click();
  await expect(adminPage.getByRole('alertdialog', { name: 'Power off “Quill attic”?' })).toContainText(
    `The screen turns off and must be turned on again by hand. Owner: ${OWNER}.`,
  );
  await inspect(adminPage, 'confirmation of a command');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await adminPage.getByRole('button', { name: 'Yes, power off' }).click();
  await expect(adminPage.getByText('This screen is offline.')).toBeVisible();
  await runAction('Quill lobby', 'Reboot', 'Yes, reboot');
  await expect(adminPage.getByText('Reboot command sent to the screen.')).toBeVisible();
  await adminPage.clock.fastForward(DETAILS_REFRESH_MS);
  await expect(detail('Last command')).toHaveText('Reboot: failed. This screen runs in a browser that doesn’t support this action.');
  await runAction('Quill attic', 'Delete', 'Yes, delete');
  await expect(adminPage.getByText('Device deleted.')).toBeVisible();
  await expect(row('Quill attic')).toHaveCount(0);
  await runAction('Quill lobby', 'Factory reset', 'Yes, reset');
  await screen.waitForFunction((before) => window.__vitrine?.deviceId && window.__vitrine.deviceId !== before, deviceId);
  await adminPage.clock.fastForward(DETAILS_REFRESH_MS);
  await expect(row('Quill lobby')).toHaveCount(0);
  await expect(panel()).toContainText('The device was deleted, or its screen was reset.');
});

test('shows the screen under its new id in the registry and detects a conflicting move', async () => {
  const newId = await screen.evaluate(() => window.__vitrine?.deviceId ?? '');
  await adminPage.goto(`${product.origin}/admin/deviceRegister?string=${newId}`);
  await expect(table('Screens').getByRole('columnheader')).toHaveText([
    'Device ID',
    'Last ID',
    'Created',
    'Serial number',
    'Ownership',
    'Environment',
  ]);
  await expect(row(newId)).toContainText(deviceId);
  const chip = (environment: string) => adminPage.getByRole('button', { name: `Environment for ${newId}: ${environment}` });
  await chip('live').focus();
  await adminPage.keyboard.press('Enter');
  await adminPage.getByRole('menuitemradio', { name: 'dev' }).press('Enter');
  await expect(adminPage.getByRole('alertdialog', { name: `Move ${newId} from live to dev?` })).toContainText('staged updates for dev');
  await adminPage.getByRole('button', { name: 'Move screen' }).click();
  await expect(adminPage.getByText('Screen moved to dev.')).toBeVisible();
  await expect(chip('dev')).toBeVisible();
  await inspect(adminPage, 'the register');
  await adminPage.setViewportSize({ width: 1440, height: 900 });

  // Another administrator has changed it first.
  await chip('dev').click();
  await adminPage.getByRole('menuitemradio', { name: 'live' }).click();
  await expect(adminPage.getByRole('alertdialog')).toBeVisible();
  await withProductDatabase(product, (db) =>
    db.updateTable('screens').set({ environment: 'test' }).where('device_code', '=', newId).execute(),
  );
  await adminPage.getByRole('button', { name: 'Move screen' }).click();
  await expect(adminPage.getByText('Someone else changed this. Reload to see the latest version.')).toBeVisible();
  await expect(chip('test')).toBeVisible();

  await adminPage.getByLabel('Environment', { exact: true }).selectOption('live');
  await expect(adminPage.getByText('No Device Register Available')).toBeVisible();
});
