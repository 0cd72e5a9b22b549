/** The preview of a photo or video with touch on a phone. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { ApiPerson } from './api.ts';
import { createPhotoAlbum, previewPage } from './preview-page.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { TouchInput, tapMenuItem } from './touch.ts';

let product: Product;
let ana: ApiPerson;
let album: Album;
let page: Page;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** All tests use one window and one album, because opening a window takes longer than most tests. Each starts and ends with the open album. */
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@preview-phone.example');
  await givePlan(ana);
  album = await createPhotoAlbum(ana);
  page = await openSignedInPage(browser, ana, PHONE, buildAddress());
  fingers = await TouchInput.attach(page);
});
test.afterAll(async () => {
  await page?.context().close();
});

const { buildAddress, preview, photo, tile, expectZoom, button, readCentre } = previewPage(() => ({ product, person: ana, album, page }));

const left = { x: 60, y: 420 };
const right = { x: 330, y: 420 };
let fingers: TouchInput;
test.beforeEach(async () => {
  await tile('two').tap();
  await expect(photo('two')).toBeVisible();
});
test.afterEach(async () => {
  await page.setViewportSize(PHONE.viewport);
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('keeps the toolbar in one row with the close button in the corner for long names', async () => {
  const bar = preview('two').locator('header');
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 780 });
    const box = await bar.boundingBox();
    const close = await button('Close preview').boundingBox();
    expect(box?.height).toBeLessThanOrEqual(60);
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(width - 12);
  }
});

test('moves the photo with the finger and snaps back or changes the photo', async () => {
  const before = await readCentre('two');
  await fingers.press(right);
  await fingers.drag([right], [{ x: 250, y: 424 }]);
  await expect.poll(async () => (await readCentre('two')).x).toBe(before.x - 80);
  // The next photo moves as well.
  const neighbour = page.getByRole('dialog').getByRole('img', { name: 'three', exact: true, includeHidden: true });
  expect((await neighbour.boundingBox())?.x).toBeLessThan(390);
  await fingers.drag([{ x: 250, y: 424 }], [{ x: 328, y: 420 }]);
  await fingers.release();
  await expect.poll(async () => (await readCentre('two')).x).toBe(before.x);
  await expect(page).toHaveURL(/mediaIndex=1/);

  await fingers.swipe(right, left);
  await expect(photo('three')).toBeVisible();
  await expect.poll(async () => (await readCentre('three')).x).toBe(before.x);
  await fingers.swipe(left, right);
  await expect(photo('two')).toBeVisible();
  await expect(page).toHaveURL(/mediaIndex=1/);
});

test('handles a swipe from the edge of the window instead of the browser', async () => {
  const length = await page.evaluate(() => history.length);
  await fingers.swipe({ x: 2, y: 420 }, { x: 300, y: 424 });
  await expect(photo('one')).toBeVisible();
  // At the start of the album, swiping back does nothing.
  await fingers.swipe({ x: 2, y: 420 }, { x: 300, y: 424 });
  await expect(photo('one')).toBeVisible();
  await fingers.swipe({ x: 388, y: 420 }, { x: 80, y: 424 });
  await expect(photo('two')).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length);
  expect(await page.evaluate(() => [visualViewport?.scale, window.scrollX])).toEqual([1, 0]);
});

test('closes with a downward swipe', async () => {
  await fingers.swipe({ x: 200, y: 300 }, { x: 206, y: 660 });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/mediaIndex/);
  await expect(tile('two')).toBeVisible();
});

test('two fingers zoom the photo instead of the page, and one finger pans it', { tag: '@slow' }, async () => {
  await fingers.pinch(
    [
      { x: 170, y: 420 },
      { x: 220, y: 420 },
    ],
    [
      { x: 95, y: 420 },
      { x: 295, y: 420 },
    ],
  );
  await expectZoom('two').toBe(4);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const before = await readCentre('two');
  await fingers.swipe(left, { x: 160, y: 420 });
  await expect.poll(async () => (await readCentre('two')).x).toBe(before.x + 100);
  await expect(preview('two')).toBeVisible();
  await fingers.pinch(
    [
      { x: 40, y: 420 },
      { x: 350, y: 420 },
    ],
    [
      { x: 180, y: 420 },
      { x: 210, y: 420 },
    ],
  );
  await expectZoom('two').toBe(1);
  await fingers.swipe(right, left);
  await expect(photo('three')).toBeVisible();
  await expectZoom('three').toBe(1);
});

test('a double tap zooms in and out', { tag: '@slow' }, async () => {
  for (const zoom of [2.5, 1]) {
    await fingers.tap({ x: 195, y: 422 });
    await fingers.tap({ x: 195, y: 422 });
    await expectZoom('two').toBe(zoom);
  }
});

test('keeps the album toolbar in one row, also while media are selected', async () => {
  await page.keyboard.press('Escape');
  const isOneRow = async (name: string) => {
    const tools = page.getByRole('toolbar', { name, exact: true });
    await expect(tools).toBeVisible();
    const box = await tools.boundingBox();
    expect(Math.round(box?.height ?? Number.NaN)).toBeLessThanOrEqual(60);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  };
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await isOneRow('Media');
    await expect(page.getByRole('button', { name: /^Add/ })).toHaveText(['Add media']);
    await page.getByRole('checkbox', { name: 'Select three' }).tap();
    await isOneRow('Selection');
    await page.setViewportSize({ width, height: 320 });
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await expect(page.getByRole('toolbar', { name: 'Media', exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('the menu contains the actions that do not fit into the toolbar', async () => {
  await button('More actions').tap();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Slideshow',
    'Details',
    'Rotate left',
    'Rotate right',
    'Download',
    'Create Poster',
    'Copy link',
    'Change date taken',
    'Add album to playlist',
    'Delete',
  ]);
  await tapMenuItem(page.getByRole('menuitem', { name: 'Rotate right' }));
  await expect(button('Save')).toBeVisible();
  await fingers.swipe(right, left);
  await expect(preview('three')).toBeVisible();
  await expect(button('Save')).toBeHidden();
  await fingers.swipe(left, right);
  await expect(preview('two')).toBeVisible();
  await button('Save').tap();
  await expect.poll(async () => (await ana.media(album._id))[1]?.rotation).toBe(90);
});
