/** A PDF from the upload to the screen. */
import { expect, type Page } from '@playwright/test';
import type { Album, Device, Media, Playlist } from '@vitrine/contract';
import type {} from '../apps/screen/src/debug-state.ts';
import { buildPdf } from '../apps/server/src/testing/pdf-files.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';
import { until } from './until.ts';
import { selectFiles, writeFiles } from './upload-page.ts';

const PAGES = (
  [
    [0.8, 0.2, 0.2],
    [0.2, 0.6, 0.2],
    [0.2, 0.2, 0.8],
  ] as const
).map((colour, index) => ({
  width: 960,
  height: 540,
  colour,
  lines: [`Menu, page ${index + 1}`],
}));

let product: Product;
let person: ApiPerson;
let album: Album;
let page: Page;
let wall: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  person = await ApiPerson.create(product, 'ines@menus.example', 'Ines');
  album = await person.album('Menus');
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  wall = await context.newPage();
  await wall.goto(`${product.origin}/screen/`);
  await wall.waitForFunction(() => window.__vitrine?.deviceId, undefined, POLLING);
  page = await createSignedInPage(browser, person);
});
test.afterAll(async () => {
  for (const one of [page, wall]) await one?.context().close();
});

const openAlbum = (query = '') =>
  openInApp(page, `${product.origin}/main/media?albumId=${album._id}&userId=${person.userId}&open=false${query}`);
const readDocument = async (): Promise<Media | undefined> => (await person.media(album._id))[0];
const waitUntilShown = (itemId: string) =>
  wall.waitForFunction((id) => window.__vitrine?.itemId === id, itemId, { ...POLLING, timeout: 30_000 });

test('an uploaded PDF becomes a document with its number of pages', async () => {
  await openAlbum();
  await selectFiles(page, await writeFiles({ 'menu.pdf': buildPdf(PAGES) }));
  await expect(page.getByRole('button', { name: 'Open menu' })).toContainText('PDF · 3 pages', { timeout: 100_000 });
});

test('the preview turns its pages', async () => {
  await page.getByRole('button', { name: 'Open menu' }).click();
  const preview = page.getByRole('dialog', { name: 'menu' });
  await expect(preview.getByText('Page 1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByText('Page 2 of 3')).toBeVisible();
  await preview.getByRole('button', { name: 'Next' }).click();
  await expect(preview.getByText('Page 3 of 3')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Next' })).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(preview.getByText('Page 2 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
});

test('a published document plays page by page', async () => {
  const deviceId = await wall.evaluate(() => window.__vitrine?.deviceId ?? '');
  const device = await person.request<Device>('POST', '/devices', { name: 'Counter', deviceId, timeZone: 'UTC' });
  const playlist = await person.request<Playlist>('POST', '/playlists', { name: 'Lunch' });
  await person.request('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id, duration: 1 }] });
  await person.request('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  const id = (await readDocument())?._id ?? '';
  for (const number of [1, 2, 3, 1]) await waitUntilShown(`${id}.${number}`);
});

test('pages that are left out disappear from the screen, and return with Undo', async () => {
  await openAlbum('&details=0');
  const panel = page.getByRole('region', { name: 'Document' });
  await panel.getByRole('button', { name: 'Leave out page 1' }).click();
  await panel.getByRole('button', { name: 'Move page 3' }).press('ArrowUp');
  await panel.getByRole('button', { name: 'Save pages' }).click();
  await until('the order is saved', async () => (await readDocument())?.pageOrder?.join() === '3,2');
  const id = (await readDocument())?._id ?? '';
  for (const number of [3, 2, 3]) await waitUntilShown(`${id}.${number}`);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await until('the order is restored', async () => (await readDocument())?.pageOrder === null);
  await waitUntilShown(`${id}.1`);
});
