/** An album that is too large to load at once. Actions on all media include media that were never loaded. */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { makeHugeAlbum } from './huge-album.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const COUNT = 3000;
const MAX_TILES = 200;

let product: Product;
let ana: ApiPerson;
let page: Page;
let albumId: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@huge-album.example');
  albumId = await makeHugeAlbum(ana, 'Everything', COUNT);
  page = await openSignedInPage(browser, ana);
});
test.afterAll(async () => {
  await page?.context().close();
});
test.beforeEach(async () => {
  await page.goto(`${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${albumId}`);
  await expect(tile(1)).toBeVisible();
  await page.evaluate(countTiles);
});
test.afterEach(async () => {
  const most = await page.evaluate(() => (window as unknown as { mostTiles: number }).mostTiles);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MAX_TILES);
});

const tile = (number: number) => page.getByRole('button', { name: `Open photo ${number}`, exact: true });
const check = (number: number) => page.getByRole('checkbox', { name: `Select photo ${number}`, exact: true });
const bar = () => page.getByRole('toolbar', { name: 'Selection' });
const loadIds = () => ana.request<string[]>('GET', `/medias/${albumId}/ids`);
const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

/** Runs in the page. Records the maximum number of rendered tiles. */
function countTiles(): void {
  const counts = window as unknown as { mostTiles: number };
  const count = () => {
    counts.mostTiles = Math.max(counts.mostTiles, document.querySelectorAll('li[data-index]').length);
  };
  counts.mostTiles = 0;
  count();
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}

interface MenuMarks {
  /** Returns the menu icon of the tile under the pointer. `whileScrolled` is its value at the first scroll event. */
  now: () => string;
  whileScrolled?: string;
}
/** Runs in the page. Reads the menu in the scroll event, because scrolling may be over before the test can read it. */
function watchMenuMarks(): void {
  const now = () => {
    const menu = document.querySelector('li[data-index]:hover [data-part=menu]');
    return menu ? getComputedStyle(menu, '::before').content : 'no tile under the pointer';
  };
  const marks: MenuMarks = { now };
  Object.assign(window, { marks });
  addEventListener('scroll', () => (marks.whileScrolled = now()), { once: true });
}
const markNow = () => page.evaluate(() => (window as unknown as { marks: MenuMarks }).marks.now());
const markWhileScrolled = () => page.evaluate(() => (window as unknown as { marks: MenuMarks }).marks.whileScrolled);

/** Returns the index, label and relative aspect ratio of each rendered tile. */
const readTiles = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('li[data-index]')].map((item) => {
      const picture = item.querySelector('img');
      const distortion = picture ? item.offsetWidth / item.offsetHeight / (picture.naturalWidth / picture.naturalHeight) : 0;
      return { index: Number(item.dataset['index']), label: item.querySelector('button')?.ariaLabel, distortion };
    }),
  );

test('renders tiles in order and with the correct aspect ratio after a jump to the end', async () => {
  await toEnd();
  await expect(tile(COUNT)).toBeInViewport();
  await expect.poll(async () => (await readTiles()).every(({ distortion }) => Math.abs(distortion - 1) < 0.02)).toBe(true);
  const tiles = await readTiles();
  expect(tiles.length).toBeGreaterThan(10);
  for (const { index, label } of tiles) expect(label).toBe(`Open photo ${index + 1}`);
});

test('moves the focus to both ends with the keyboard', async () => {
  await tile(1).focus();
  await page.keyboard.press('End');
  await expect(tile(COUNT)).toBeFocused();
  await expect(tile(COUNT)).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(tile(COUNT - 1)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tile(1)).toBeFocused();
});

test('highlights no tile during a scroll, and the tile under the pointer afterwards', async () => {
  await tile(5).hover();
  await page.evaluate(watchMenuMarks);
  await expect.poll(markNow).toBe('""');
  // Scroll only a little, so that the pointer stays over the same tile.
  await page.mouse.wheel(0, 2);
  await expect.poll(markWhileScrolled).toBe('none');
  await expect.poll(markNow).toBe('""');
});

test('selects media that were never loaded by a Shift range and by Select all', async () => {
  await tile(10).hover();
  await check(10).click();
  await toEnd();
  await check(COUNT - 10).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText(`${COUNT - 19} selected`);
  await page.keyboard.press('Escape');
  await expect(bar()).toBeHidden();
  await page.keyboard.press('Control+a');
  await expect(bar()).toContainText(`${COUNT} selected`);
});

test('deletes all media except one and restores them in order', async () => {
  const before = await loadIds();
  await page.keyboard.press('Control+a');
  await expect(bar()).toContainText(`${COUNT} selected`);
  await check(2).click();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: `Delete ${(COUNT - 1).toLocaleString('en-US')} items?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(tile(1)).toBeHidden();
  await expect(tile(2)).toBeVisible();
  expect(await loadIds()).toEqual([before[1]]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(1)).toBeVisible();
  expect(await loadIds()).toEqual(before);
});

test('the preview moves across a page boundary and to the end', async () => {
  const border = 2900;
  await page.goto(`${page.url()}&mediaIndex=${border}`);
  const preview = (number: number) => page.getByRole('dialog', { name: `photo ${number}`, exact: true });
  await expect(preview(border + 1)).toBeVisible();
  await page.evaluate(countTiles);
  await page.keyboard.press('ArrowLeft');
  await expect(preview(border)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(
    preview(border - 1)
      .locator('img')
      .first(),
  ).toBeVisible();
  await page.keyboard.press('End');
  await expect(preview(COUNT)).toContainText(`${COUNT} of ${COUNT}`);
  await page.keyboard.press('ArrowLeft');
  await expect(preview(COUNT - 1)).toBeVisible();
});
