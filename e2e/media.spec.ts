/** Media of an album as the owner: dragging, rotating and downloading. Component tests select, copy, move, delete and edit them (`album-media.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let page: Page;
/** Another window of the same user, which shows the album as well. */
let second: Page;
let album: Album;

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** The tests share a window and an album. Tests that change the album permanently come last. */
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@media.example');
  await givePlan(ana);
  album = await ana.album('Summer');
  await ana.album('Keepers');
  const keys: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    keys.push((await ana.upload(`${name}.jpg`, await aJpeg({ width: 300 + index, height: 200 }))).key);
  }
  await ana.attach(album._id, keys);
  page = await openSignedInPage(browser, ana, {}, getAlbumUrl(album._id));
  second = await openSignedInPage(browser, ana, {}, getAlbumUrl(album._id));
});
test.afterAll(async () => {
  for (const window of [page, second]) await window?.context().close();
});

const getAlbumUrl = (id: string) => `${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${id}`;

const grid = (on: Page) => on.getByRole('list', { name: 'Photos and videos' });
const tile = (on: Page, name: string) => grid(on).getByRole('button', { name: `Open ${name}`, exact: true });
const check = (on: Page, name: string) => grid(on).getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (on: Page) => on.getByRole('toolbar', { name: 'Selection' });
const message = (on: Page, text: string | RegExp) => on.getByRole('region', { name: 'Messages' }).getByText(text);
const listNames = async (albumId: string) => (await ana.media(albumId)).map(({ name }) => name);
const readShownNames = async (on: Page) =>
  (
    await grid(on)
      .getByRole('button', { name: /^Open / })
      .all()
      .then((all) => Promise.all(all.map((button) => button.getAttribute('aria-label'))))
  ).map((label) => label?.replace('Open ', ''));

test('selects with a rectangle that is dragged over the tiles', async () => {
  const first = await tile(page, 'one').boundingBox();
  const second = await tile(page, 'two').boundingBox();
  if (!first || !second) throw new Error('The tiles are not visible.');
  // Drag from the gap below the first row over the first two tiles.
  await page.mouse.move(first.x - 8, first.y + first.height + 6);
  await page.mouse.down();
  await page.mouse.move(second.x + 20, first.y + 20, { steps: 8 });
  await expect(bar(page)).toContainText('2 selected');
  await page.mouse.up();
  await expect(check(page, 'one')).toBeChecked();
  await expect(check(page, 'two')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

test('rotates a photo in the preview, updates other windows and reverts the rotation', async () => {
  const [first] = await ana.media(album._id);
  const original = await (await ana.bytes(`/uploads/media/download/?key=${first?.mediaFile.key}`)).arrayBuffer();
  await tile(page, 'one').click();
  const preview = page.getByRole('dialog', { name: 'one' });
  await expect(preview.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.keyboard.press(']');
  await preview.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await ana.media(album._id))[0]?.rotation).toBe(90);
  await expect(tile(second, 'one').locator('img')).toHaveAttribute('src', /%7E90/);
  await expect(preview.getByRole('button', { name: 'Save' })).toBeHidden();
  await expect(preview.getByRole('img', { name: 'one', exact: true })).toHaveAttribute('src', /%7E90/);
  expect((await ana.media(album._id))[0]).toMatchObject({ width: 200, height: 300 });
  const unrotated = await (await ana.bytes(`/uploads/media/download/?key=${first?.mediaFile.key}`)).arrayBuffer();
  expect(Buffer.from(unrotated).equals(Buffer.from(original))).toBe(true);
  await page.keyboard.press('[');
  await preview.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await ana.media(album._id))[0]?.mediaFile.key).toBe(first?.mediaFile.key);
  await expect(preview.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/mediaIndex/);
});

test('downloads one photo as {name}.jpg and several as a zip', async () => {
  await tile(page, 'one').click();
  const one = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'one' }).getByRole('button', { name: 'Download one' }).click();
  expect((await one).suggestedFilename()).toBe('one.jpg');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+a');
  const many = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Download' }).click();
  const zip = await many;
  expect(zip.suggestedFilename()).toMatch(/\.zip$/);
  expect(await zip.failure()).toBeNull();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

test('selects, moves, deletes and restores media with the keyboard only', { tag: '@slow' }, async () => {
  await tile(page, 'one').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'two')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('End');
  await expect(tile(page, 'eight')).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(bar(page)).toContainText('7 selected');
  await page.keyboard.press('Escape');
  await tile(page, 'eight').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Delete “eight”?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(tile(page, 'eight')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(tile(page, 'eight')).toBeVisible();
});

test('the poster page of a photo shows the price of the chosen options', { tag: '@slow' }, async () => {
  await tile(page, 'one').click();
  await page.getByRole('link', { name: 'Create Poster' }).click();
  await expect(page).toHaveURL(/makeposter\?.*mediaId=/);
  for (const [label, choice] of [
    ['Orientation', 'Landscape'],
    ['Size', '18 × 24 in'],
    ['Paper stock', 'Satin'],
    ['Lamination', 'Gloss film'],
    ['Shipping location', 'US'],
    ['Quantity', '2'],
  ] as const) {
    await page.getByLabel(label).selectOption({ label: choice });
  }
  await expect(page.getByText('$79.95')).toBeVisible();
  await page.getByLabel('Paper stock').selectOption({ label: 'Fine art' });
  await expect(page.getByLabel('Lamination').locator('option')).toHaveText(['Choose an option', 'None']);
  await page.getByRole('link', { name: 'Back to album' }).click();
  await expect(tile(page, 'one')).toBeVisible();
});

test('drags media to another position and onto an album, and updates another window', async () => {
  await tile(page, 'five').dragTo(tile(page, 'one'), { targetPosition: { x: 12, y: 40 } });
  await expect.poll(() => listNames(album._id)).toEqual(['five', 'one', 'two', 'three', 'four', 'six', 'seven', 'eight']);
  await expect.poll(() => readShownNames(second)).toEqual(['five', 'one', 'two', 'three', 'four', 'six', 'seven', 'eight']);
  const target = page
    .getByRole('navigation', { name: 'Albums' })
    .getByRole('link', { name: /Keepers/ })
    .first();
  await tile(page, 'six').dragTo(target);
  await expect(message(page, /moved/i)).toBeVisible();
  await expect(tile(page, 'six')).toBeHidden();
  expect(await listNames(album._id)).toHaveLength(7);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => listNames(album._id)).toEqual(['five', 'one', 'two', 'three', 'four', 'six', 'seven', 'eight']);
});
