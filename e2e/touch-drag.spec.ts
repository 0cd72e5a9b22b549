/** Reorders photos by touch, and moves them to another album. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { TouchInput } from './touch.ts';

let product: Product;
let ana: ApiPerson;
/** Each test uses a copy of this album. */
let template: Album;
let album: Album;
let targetAlbum: Album;
let page: Page;
let fingers: TouchInput;

const NAMES = Array.from({ length: 14 }, (_, index) => `photo ${String(index + 1).padStart(2, '0')}`);
const createTouchOptions = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: true, isMobile: width < 800 });

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@touch.example');
  await givePlan(ana);
  template = await ana.album('Summer');
  const keys: string[] = [];
  for (const [index, name] of NAMES.entries())
    keys.push((await ana.upload(`${name}.jpg`, await aJpeg({ width: 300 + index, height: 300 }))).key);
  await ana.attach(template._id, keys);
});
test.beforeEach(async () => {
  [album, targetAlbum] = [await ana.copyOf(template), await ana.album('Keepers')];
});
test.afterEach(async () => {
  await page?.context().close();
});

const tile = (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });
const listNames = async (albumId: string) => (await ana.media(albumId)).map(({ name }) => name);
const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
const bar = () => page.getByRole('toolbar', { name: 'Selection' });

async function openAlbumAt(browser: Browser, width: number, height: number): Promise<void> {
  const address = `${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${album._id}`;
  page = await openSignedInPage(browser, ana, createTouchOptions(width, height), address);
  await expect(tile('photo 01')).toBeVisible();
  fingers = await TouchInput.attach(page);
}
async function readCentre(name: string, { across = 0.5 } = {}) {
  const box = await tile(name).boundingBox();
  if (!box) throw new Error(`There is no ${name}.`);
  return { x: box.x + box.width * across, y: box.y + box.height / 2 };
}
/** Long-presses a photo until it is picked up. */
async function longPress(name: string) {
  const at = await readCentre(name);
  await fingers.press(at);
  await expect(page.locator('li[data-dragged]')).toHaveCount(1);
  return at;
}

for (const [width, height] of [
  [390, 844],
  [360, 740],
] as const) {
  test(`picks up a photo and drops it before another without scrolling at ${width} px`, {
    tag: width === 390 ? [] : '@slow',
  }, async ({ browser }) => {
    await openAlbumAt(browser, width, height);
    const from = await longPress('photo 01');
    await fingers.drag([from], [await readCentre('photo 04', { across: 0.8 })]);
    await fingers.release();
    await expect.poll(() => listNames(album._id)).toEqual([...NAMES.slice(1, 4), 'photo 01', ...NAMES.slice(4)]);
    expect(await scrolled()).toBe(0);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
}

test('scrolls the page while a photo is dragged at the edge of the window', { tag: '@slow' }, async ({ browser }) => {
  await openAlbumAt(browser, 390, 620);
  const from = await longPress('photo 02');
  await fingers.drag([from], [{ x: 290, y: 612 }]);
  await expect(tile('photo 14')).toBeInViewport();
  const end = await readCentre('photo 14', { across: 0.9 });
  await fingers.drag([{ x: 290, y: 612 }], [{ x: end.x, y: Math.min(end.y, 500) }]);
  await fingers.release();
  await expect.poll(async () => (await listNames(album._id)).indexOf('photo 02')).toBeGreaterThan(8);
});

test('a long press selects, a tap opens and a swipe scrolls', async ({ browser }) => {
  await openAlbumAt(browser, 390, 620);
  await longPress('photo 02');
  await fingers.release();
  await expect(bar()).toContainText('1 selected');
  await longPress('photo 02');
  await fingers.release();
  await expect(bar()).toBeHidden();
  await tile('photo 02').tap();
  await expect(page.getByRole('dialog', { name: 'photo 02' })).toBeVisible();
  await page.getByRole('button', { name: 'Close preview' }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  const at = await readCentre('photo 03');
  await fingers.swipe(at, { x: at.x, y: at.y - 200 });
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await listNames(album._id)).toEqual(NAMES);
});

test('drops all selected photos on an album of the side list', { tag: '@slow' }, async ({ browser }) => {
  await openAlbumAt(browser, 1440, 900);
  for (const name of ['photo 02', 'photo 05']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  const from = await longPress('photo 05');
  await expect(page.locator('[data-count="2"]')).toBeVisible();
  const target = await page.locator(`nav a[href*="${targetAlbum._id}"]`).boundingBox();
  if (!target) throw new Error('There is no album to drop on.');
  const on = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
  await fingers.drag([from], [on]);
  await expect(page.locator('li[data-over]')).toContainText('Keepers');
  await fingers.release();
  await expect.poll(() => listNames(targetAlbum._id)).toEqual(['photo 02', 'photo 05']);
  await expect(page.locator('li[data-over]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' })).toBeVisible();
});
