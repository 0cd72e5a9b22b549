/** The preview of a photo with the mouse, the wheel and the keyboard. Component tests have favorites and changes by others (`album-media.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import type { Album, Playlist } from '@vitrine/contract';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { createPhotoAlbum, PHOTO_NAMES, previewPage } from './preview-page.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let album: Album;
let page: Page;

/** All tests use one window, and tests that do not change the album share one. Each starts and ends without an open preview. */
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@preview.example');
  await givePlan(ana);
  album = await createPhotoAlbum(ana);
  page = await openSignedInPage(browser, ana, { permissions: ['clipboard-read', 'clipboard-write'] }, buildAddress());
});
test.afterEach(async () => {
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
test.afterAll(async () => {
  await page?.context().close();
});

const { buildAddress, preview, photo, tile, readZoom, expectZoom, button, message, listNames, readCentre } = previewPage(() => ({
  product,
  person: ana,
  album,
  page,
}));

/** Opens the preview from the album. */
async function openPreview(name = 'two'): Promise<void> {
  await tile(name).click();
  await expect(photo(name)).toBeVisible();
}

test('wheel, keys and double click zoom; the mouse and the arrows pan', async () => {
  await openPreview();
  await page.mouse.move(900, 500);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => readZoom('two')).toBeGreaterThan(2);
  await page.keyboard.press('0');
  await expectZoom('two').toBe(1);
  await page.keyboard.press('+');
  await expectZoom('two').toBe(1.5);
  await page.keyboard.press('-');
  await expectZoom('two').toBe(1);
  await page.mouse.dblclick(720, 450);
  await expectZoom('two').toBe(2.5);
  const before = await readCentre('two');
  await page.mouse.down();
  await page.mouse.move(820, 480, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => readCentre('two')).toEqual({ x: before.x + 100, y: before.y + 30 });
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await readCentre('two')).x).toBe(before.x + 20);
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect(photo('three')).toBeVisible();
  await expectZoom('three').toBe(1);
});

test('a pinch on a trackpad zooms the photo instead of the page', { tag: '@slow' }, async () => {
  await openPreview();
  await page.mouse.move(720, 450);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => readZoom('two')).toBeGreaterThan(2);
  expect(await page.evaluate(() => [visualViewport?.scale, window.devicePixelRatio])).toEqual([1, 1]);
});

test('neighbouring photos are decoded before they are opened', { tag: '@slow' }, async () => {
  await openPreview();
  const neighbours = page.getByRole('dialog').locator('[aria-hidden=true] img');
  await expect(neighbours).toHaveCount(2);
  for (const neighbour of await neighbours.all()) {
    await expect.poll(() => neighbour.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
  }
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const address = await neighbours.last().getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect(photo('three')).toHaveAttribute('src', address ?? '');
  expect(requests.filter((url) => url.endsWith(address ?? 'nothing'))).toEqual([]);
});

test('deletes with Undo, shows the next photo and closes after the last one', async () => {
  await openPreview('four');
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete “four”?' });
  await expect(question).toBeVisible();
  // The confirmation dialog receives the keys now.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(preview('four')).toBeVisible();
  await button('Delete four').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(preview('three')).toBeVisible();
  await expect(preview('three')).toContainText('3 of 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(preview('three')).toContainText('3 of 4');
  expect(await listNames(album._id)).toEqual(PHOTO_NAMES);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tile('four')).toBeVisible();
});

test('a slideshow repeats the album, pauses, and ends in the preview', { tag: '@slow' }, async () => {
  await openPreview('three');
  await button('Slideshow').click();
  const bar = page.getByRole('toolbar', { name: 'Slideshow' });
  await bar.getByLabel('Seconds per photo').selectOption('3 sec');
  await expect(preview('four')).toBeVisible();
  await expect(preview('one')).toBeVisible();
  await page.keyboard.press('Tab');
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(preview('two')).toBeVisible();
  await inspect(page, 'a slideshow');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(preview('two').getByRole('button', { name: 'Close preview' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('adds the album of a photo to a playlist and shows a message', { tag: '@slow' }, async () => {
  const other = await ana.album('Other');
  const playlist = await ana.playlist('Evenings', [other._id]);
  await openPreview();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Add album to playlist' }).click();
  const picker = page.getByRole('dialog', { name: 'Add album to playlist' });
  await expect(picker).toContainText('Playlists play whole albums. Everything in “Summer” is added');
  await inspect(page, 'add album to playlist, over the preview');
  await picker.getByRole('button', { name: /Evenings/ }).click();
  await expect(picker).toBeHidden();
  await expect(preview('two')).toBeVisible();
  const { albumArr } = await ana.request<Playlist>('GET', `/playlists/details/${playlist._id}`);
  expect(albumArr.map(({ albumId }) => albumId.name)).toEqual(['Other', 'Summer']);
});

test('an address opens the photo, and Escape closes it', { tag: '@slow' }, async () => {
  album = await createPhotoAlbum(ana);
  await page.goto(buildAddress());
  await openPreview();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(message(/^Link copied/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await ana.request('PUT', `/medias/${album._id}/order`, { mediaIdArr: [(await ana.media(album._id))[0]?._id], beforeId: null });
  await page.goto(`${product.origin}/main/playlist`);
  await page.goto(link);
  await expect(preview('two')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(preview('three')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tile('three')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/main/media');
});
