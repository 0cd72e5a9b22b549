/**
 * Versions of the screen app from the console to real screens: upload of files, staged rollout, and rollback when a version does not play. Component tests have
 * the list and the form (`versions.test.tsx`).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aZip } from '../apps/server/src/testing/zip-file.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { allowDevices, withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const SCREEN_DIST = path.resolve(import.meta.dirname, '../apps/screen/dist');

let product: Product;
let admin: ApiPerson;
let adminPage: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  admin = await ApiPerson.create(product, 'boss@console-versions.example', 'Bo Berg');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  adminPage = await openSignedInPage(browser, admin);
});
test.afterAll(async () => {
  await adminPage?.context().close();
  // Remove the versions, so that they are not offered in other tests.
  await withProductDatabase(product, (db) => db.updateTable('versions').set({ is_visible: false }).execute());
});

/** Returns the files of the screen's build with a changed page. */
async function readBuild(page: (html: string) => string): Promise<Record<string, Buffer>> {
  const names = await readdir(SCREEN_DIST, { recursive: true, withFileTypes: true });
  const files: Record<string, Buffer> = {};
  for (const entry of names.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    files[path.relative(SCREEN_DIST, file)] = await readFile(file);
  }
  files['index.html'] = Buffer.from(page(String(files['index.html'])));
  return files;
}

const named = (build: string) => (html: string) => html.replace('<html', `<html data-build="${build}"`);
const broken = (html: string) => html.replace(/<script type="module"[^>]*>/, '<script type="module" src="/screen/assets/gone.js">');

async function writeFolder(folder: string, files: Record<string, Buffer>): Promise<string> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return folder;
}

const form = (title: string) => adminPage.getByRole('form', { name: title });
const row = (name: string) => adminPage.getByRole('row').filter({ hasText: name });
const openVersions = () => openInApp(adminPage, `${product.origin}/admin/deviceVersion`);
const runAction = async (name: string, entry: string) => {
  await row(name).getByRole('button', { name: 'Actions for' }).click();
  await adminPage.getByRole('menuitem', { name: entry }).click();
};

test('accepts files as a zip or a folder, and rejects invalid versions with a reason', async ({ browserName: _browserName }, info) => {
  const version = { name: 'Second sight', versionCode: '1.1', url: 'http://example.com/2', platform: 'PP' };
  await admin.request('POST', '/versions', version);
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Device Version' }).click();
  await expect(adminPage.getByRole('heading', { name: 'Device Version', level: 1 })).toBeVisible();
  await runAction('Second sight', 'Edit');
  const edit = form('Edit version');
  await edit.getByLabel('Folder').setInputFiles(await writeFolder(info.outputPath('no-page'), { 'app.js': Buffer.from('') }));
  await expect(edit.getByText('This folder has no index.html.')).toBeVisible();
  await inspect(adminPage, 'the form of a version');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  const noPage = { name: 'no-page.zip', mimeType: 'application/zip', buffer: await aZip({ 'app.js': 'x' }) };
  await edit.getByLabel('Zip file').setInputFiles(noPage);
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit.getByText('“Second sight” was saved, but its files weren’t. The files don’t include an index.html.')).toBeVisible();
  const folder = await writeFolder(info.outputPath('dist'), await readBuild(named('folder')));
  // macOS creates this file in every folder.
  await writeFile(path.join(folder, '.DS_Store'), 'x');
  await edit.getByLabel('Folder').setInputFiles(folder);
  await expect(edit.getByText(/^\d+ files, /)).toBeVisible();
  // Delays the response until the page has shown the progress.
  await adminPage.route('**/api/versions/*/files', async (route) => {
    await expect(edit.getByRole('progressbar', { name: 'Uploading files' })).toBeVisible();
    await expect(edit.getByRole('button', { name: 'Choose zip file' })).toBeDisabled();
    await route.continue();
  });
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(row('Second sight').getByText('Files')).toBeVisible();
  await adminPage.unroute('**/api/versions/*/files');
  await runAction('Second sight', 'Edit');
  await expect(edit.getByLabel('URL')).toHaveAttribute('readonly');
  await inspect(adminPage, 'the form of a version with files');
});

test.describe('screens', () => {
  let owner: ApiPerson;
  const walls: BrowserContext[] = [];
  let screens: Page[] = [];

  test.beforeAll(async ({ browser }) => {
    owner = await ApiPerson.create(product, 'owner@console-versions.example', 'Olu Owner');
    await allowDevices(owner, 5);
    screens = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const wall = await browser.newContext({ viewport: { width: 640, height: 360 } });
        walls.push(wall);
        const screen = await wall.newPage();
        await screen.goto(`${product.origin}/screen`);
        await screen.waitForFunction(() => window.__vitrine?.deviceId && navigator.serviceWorker.controller !== null, undefined, POLLING);
        const code = await screen.evaluate(() => window.__vitrine?.deviceId ?? '');
        await owner.device(`Wall ${number}`, code);
        // Screens of other test files have the environment live.
        await withProductDatabase(product, (db) =>
          db.updateTable('screens').set({ environment: 'test' }).where('device_code', '=', code).execute(),
        );
        return screen;
      }),
    );
  });
  test.afterAll(async () => {
    for (const wall of walls) await wall.close();
  });

  /** Which build each screen shows, once its page has one. */
  const builds = () => Promise.all(screens.map((screen) => screen.evaluate(() => document.documentElement.dataset['build'] ?? 'server')));
  const card = (name: string) => adminPage.getByRole('article', { name: `Update to ${name}` });
  const fact = (name: string, term: string) => card(name).locator('dt', { hasText: term }).locator('+ dd');

  async function upload(name: string, code: string, page: (html: string) => string): Promise<void> {
    await openVersions();
    const add = form('Add version');
    await add.getByLabel('Name').fill(name);
    await add.getByLabel('Version number').fill(code);
    await add.getByLabel('URL').fill('https://example.com/screen');
    const zipped = Object.fromEntries(Object.entries(await readBuild(page)).map(([file, bytes]) => [`dist/${file}`, bytes]));
    await add.getByLabel('Zip file').setInputFiles({ name: 'screen.zip', mimeType: 'application/zip', buffer: await aZip(zipped) });
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(row(name).getByText('Files')).toBeVisible();
  }

  async function start(name: string, share: string): Promise<void> {
    await runAction(name, 'Start staged update');
    const dialog = adminPage.getByRole('dialog', { name: 'Start staged update' });
    await dialog.getByLabel('Environment').selectOption('test');
    await dialog.getByLabel('Share of screens').selectOption(share);
    await dialog.getByRole('button', { name: 'Start update' }).click();
    await expect(adminPage.getByText('Update started.')).toBeVisible();
  }

  test('load a version from the console in stages, and play it', async () => {
    await upload('Night mode', '2.0', named('second'));
    await start('Night mode', '1%');
    const name = 'Night mode (2.0)';
    await expect(card(name)).toContainText('1% of test screens on PP, started by Bo Berg');
    await card(name).getByRole('button', { name: 'Pause' }).click();
    await expect(card(name).getByText('Paused')).toBeVisible();
    await card(name).getByRole('button', { name: 'Resume' }).click();
    for (const percent of [10, 50, 100]) {
      await card(name)
        .getByRole('button', { name: `Roll out to ${percent}%` })
        .click();
      await adminPage.getByRole('button', { name: `Roll out to ${percent}%` }).click();
      await expect(card(name)).toContainText(percent === 100 ? 'All test screens on PP' : `${percent}% of test screens`);
    }
    await expect(fact(name, 'Playing')).toHaveText('3', { timeout: 60_000 });
    await expect(fact(name, 'Notified')).toHaveText('3 of 3');
    await expect(fact(name, 'Rolled back')).toHaveText('0');
    expect(await builds()).toEqual(['second', 'second', 'second']);
    await inspect(adminPage, 'a staged update');
    const lines = await owner.request<{ devices: { versionCode: string }[] }>('GET', `/devices/users/${owner.userId}`);
    expect(lines.devices.map(({ versionCode }) => versionCode)).toEqual(['2.0', '2.0', '2.0']);
    // From its own cache, as after a power cut without a network.
    await screens[0]?.reload();
    await screens[0]?.waitForFunction(() => window.__vitrine?.deviceId, undefined, POLLING);
    expect((await builds())[0]).toBe('second');
    await card(name).getByRole('button', { name: 'End update' }).click();
    await adminPage.getByRole('button', { name: 'End update' }).click();
    await expect(adminPage.getByText('No updates in progress')).toBeVisible();
    await adminPage.getByRole('button', { name: 'Show ended updates' }).click();
    await expect(adminPage.getByRole('table', { name: 'Ended updates' })).toContainText(name);
    await openVersions();
    await runAction('Night mode', 'Delete');
    await adminPage.getByRole('button', { name: 'Delete version' }).click();
    await expect(adminPage.getByText('Screens are using or installing this version. It can’t be deleted.')).toBeVisible();
  });

  test('revert a version that does not play, and the update stops', { tag: '@slow' }, async () => {
    await upload('Broken glass', '3.0', (html) => broken(named('third')(html)));
    await start('Broken glass', '100%');
    const name = 'Broken glass (3.0)';
    await expect(card(name).getByText('Stopped automatically', { exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(card(name)).toContainText(
      '3 of 3 screens in this stage failed to play the version. In total, 3 rolled back to the previous version',
    );
    await expect(fact(name, 'Rolled back')).toHaveText('3');
    await expect.poll(builds).toEqual(['second', 'second', 'second']);
    for (const screen of screens) await screen.waitForFunction(() => window.__vitrine?.deviceId, undefined, POLLING);
    await inspect(adminPage, 'an update that stopped');
    await adminPage.setViewportSize({ width: 1440, height: 900 });
    await card(name).getByRole('button', { name: 'Resume' }).click();
    await expect(adminPage.getByRole('alertdialog', { name: `Resume the update to ${name}?` })).toContainText(
      'Screens that rolled back are not updated again.',
    );
    await adminPage.getByRole('button', { name: 'Resume update' }).click();
    await expect(card(name).getByText('Running', { exact: true })).toBeVisible();
    await expect(fact(name, 'Notified')).toHaveText('3 of 3');
    await card(name).getByRole('button', { name: 'End update' }).click();
    await adminPage.getByRole('button', { name: 'End update' }).click();
    await expect(adminPage.getByText('No updates in progress')).toBeVisible();
    await adminPage.goto(`${product.origin}/main/notification?userId=${admin.userId}&open=false`);
    await expect(adminPage.getByText(/update of screens \(PP, test\) to “Broken glass” was stopped/)).toBeVisible();
  });

  test('play the server’s own build in a browser that has a web session', async () => {
    const [wall] = walls;
    const [screen] = screens;
    if (!wall || !screen) throw new Error('No wall');
    expect((await builds())[0]).toBe('second');
    await screen.evaluate(
      (session) => {
        for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
      },
      { token: admin.token, userId: admin.userId, signedInAt: String(Date.now()) },
    );
    const app = await wall.newPage();
    await app.goto(`${product.origin}/main/dashboard`);
    // Not waitForFunction: it takes the promise of an async function for a result and does not wait.
    await expect.poll(() => app.evaluate(async () => (await caches.match('/vitrine-web-session')) !== undefined)).toBe(true);
    await screen.reload();
    await screen.waitForFunction(() => window.__vitrine?.deviceId, undefined, POLLING);
    expect((await builds())[0]).toBe('server');
    // A cached file does not run scripts when it is opened as a document.
    await screen.evaluate(async () => {
      const cache = await caches.open('vitrine-files-1');
      const page = '<script>document.title = "ran"</script>';
      await cache.put(`/screen/files/${'a'.repeat(64)}`, new Response(page, { headers: { 'content-type': 'text/html' } }));
    });
    await app.goto(`${product.origin}/screen/files/${'a'.repeat(64)}`);
    expect(await app.title()).toBe('');
    await app.goto(product.origin);
    // The open page of the web app learns that the session ended in another tab.
    await screen.evaluate(() => localStorage.clear());
    await expect.poll(() => app.evaluate(() => caches.has('vitrine-web-session'))).toBe(false);
    await app.close();
  });
});
