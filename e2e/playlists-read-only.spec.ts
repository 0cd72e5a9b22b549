/** Support staff see playlists without actions they may not use; administrators see all actions. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Playlist } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { allowDevices, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const EDITS = ['Edit playlist', 'Publish', 'Add Album', 'Reorder', 'Actions for Summer', 'Choose thumbnail', 'Schedule on Hall'];

let product: Product;
let ana: ApiPerson;
let playlist: Playlist;

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@playlists-read-only.example');
  await allowDevices(ana, 2);
  const albums = [await ana.album('Summer'), await ana.album('Garden')];
  for (const [index, { _id }] of albums.entries()) {
    const { key } = await ana.upload(`${index}.jpg`, await aJpeg({ width: 300 + index, height: 200 }));
    await ana.attach(_id, [key]);
    await ana.waitUntilReady(_id);
  }
  playlist = await ana.playlist(
    'Evenings',
    albums.map(({ _id }) => _id),
  );
  const device = await ana.device('Hall', (await ana.screen()).deviceId);
  await expect
    .poll(async () => (await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id })).status)
    .toBe(201);
});

async function createAccount(browser: Browser, role: 'support' | 'admin'): Promise<Page> {
  const person = await ApiPerson.create(product, `${role}@playlists-read-only.example`, 'Sam Okoro');
  const { db, close } = await openProductDatabase(product);
  await db.updateTable('users').set({ role }).where('email', '=', person.email).execute();
  await close();
  const page = await openSignedInPage(browser, person, { viewport: { width: 1800, height: 1000 } });
  await open(page, '/main');
  await page.getByRole('button', { name: 'View account' }).click();
  await expect(page.getByText(/You are viewing .*'s account/)).toBeVisible();
  return page;
}
const open = (page: Page, path: string) => page.goto(`${product.origin}${path}${path.includes('?') ? '&' : '?'}userId=${ana.userId}`);
const control = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first();

test('support sees playlists without actions', async ({ browser }) => {
  const page = await createAccount(browser, 'support');
  const preview = `/main/playlistpreview?playlistId=${playlist._id}`;
  await open(page, `${preview}&details=${playlist._id}`);
  const panel = page.getByRole('complementary', { name: 'Playlist details' });
  await expect(panel).toContainText('Hall');
  await expect(panel).toContainText('Evenings');
  await expect(page.getByRole('region', { name: 'Preview of Evenings' })).toBeVisible();
  for (const name of EDITS) await expect(control(page, name), name).toBeHidden();
  await expect(panel.getByLabel('Name')).toBeHidden();
  // An address with the dialog does not open it.
  for (const dialog of ['edit', 'publish', `delete&target=${playlist._id}`]) {
    await open(page, `${preview}&dialog=${dialog}`);
    await expect(page.getByRole('region', { name: 'Preview of Evenings' })).toBeVisible();
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeHidden();
  }
  for (const path of ['addalbum', 'albumsequence', 'layout']) {
    await open(page, `/main/playlist/${path}?playlistId=${playlist._id}`);
    await expect(page).toHaveURL(/\/main\/playlistpreview/);
  }
  await open(page, '/main/playlist');
  await page.getByRole('button', { name: 'Actions for Evenings' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'View Details']);
  await page.context().close();
});

test('an administrator can use all actions', { tag: '@slow' }, async ({ browser }) => {
  const page = await createAccount(browser, 'admin');
  await open(page, `/main/playlistpreview?playlistId=${playlist._id}&details=${playlist._id}`);
  for (const name of EDITS) await expect(control(page, name), name).toBeVisible();
  await page.getByRole('button', { name: 'Edit playlist' }).click();
  await page.getByLabel('Playlist name').fill('Late evenings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Late evenings' })).toBeVisible();
  await page.context().close();
});
