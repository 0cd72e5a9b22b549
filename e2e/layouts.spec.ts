/** A layout is chosen for a playlist in the web app and appears in its preview. Screens are in screen-layouts.spec.ts. */
import { expect, type Page } from '@playwright/test';
import type { Album, Playlist } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const ALBUMS = ['Summer', 'Menu', 'News'];

let product: Product;
let ana: ApiPerson;
let page: Page;
let playlist: Playlist;
const albums: Record<string, Album> = {};

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@layouts.example');
  for (const name of ALBUMS) {
    const album = await ana.album(name);
    albums[name] = album;
    const { key } = await ana.upload(`${name}.jpg`, await aJpeg({ width: 640, height: 360 }));
    await ana.attach(album._id, [key]);
    await ana.waitUntilReady(album._id);
  }
  playlist = await ana.playlist('Evenings', [albums['Summer']?._id ?? '']);
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/playlistpreview?playlistId=${playlist._id}`);
});
test.afterAll(() => page?.context().close());

const chooseAlbum = async (zone: string, album: string) => {
  await page.getByRole('button', { name: `Choose the album of “${zone}”` }).click();
  const dialog = page.getByRole('dialog', { name: `Album for “${zone}”` });
  await dialog.getByRole('radio', { name: new RegExp(album) }).check();
  await dialog.getByRole('button', { name: 'Choose' }).click();
};

test('divides the screen with the keyboard and shows the zones in the preview', async () => {
  await page.getByRole('link', { name: 'Choose layout' }).click();
  await page.getByRole('radio', { name: 'Side and bar' }).check();
  await chooseAlbum('Side', 'Menu');
  await chooseAlbum('Bottom', 'News');
  await page.getByRole('slider', { name: 'Size of the main zone' }).focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('70 %')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const preview = page.getByRole('region', { name: 'Preview of Evenings' });
  await expect(preview.locator('[data-zone=side][data-shown]')).toBeVisible();
  await expect(preview.locator('[data-zone=bottom][data-shown]')).toBeVisible();
  await expect(page.getByText('Side: Menu · Bottom: News', { exact: true })).toBeVisible();
});

test('removes the layout', async () => {
  await page.getByRole('link', { name: 'Change layout' }).click();
  await expect(page.getByRole('radio', { name: 'Side and bar' })).toBeChecked();
  await page.getByRole('radio', { name: 'Whole screen' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The playlist fills the screen.')).toBeVisible();
  await expect(page.locator('[data-zone]')).toHaveCount(0);
});
