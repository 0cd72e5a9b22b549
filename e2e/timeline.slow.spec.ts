/** The timeline: by keyboard on a desktop, by touch on a phone, with the date and place of each photo. */
import { devices, expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { sql } from 'kysely';
import { aPhotoWithMetadata, LISBON, MUNICH } from '../apps/server/src/testing/captured-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { makeHugeAlbum } from './huge-album.ts';
import type { Product } from './product.ts';
import { givePlan, withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { TouchInput } from './touch.ts';

const PHOTO_COUNT = 2000;

let product: Product;
let ana: ApiPerson;
let album: Album;

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@timeline.example');
  await givePlan(ana);
  album = await ana.album('Journeys');
  const pictures = [
    ['beach', { at: '2024:07:21 14:03:59', offset: '+01:00', make: 'Canon', model: 'EOS R5', lens: 'RF50mm F1.2', position: LISBON }],
    ['square', { at: '2024:07:02 09:00:00', position: MUNICH }],
    ['tower', { at: '2023:12:24 18:30:00' }],
    ['garden', { at: '2019:05:05 12:00:00' }],
  ] as const;
  const keys: string[] = [];
  for (const [name, taken] of pictures) keys.push((await ana.upload(`${name}.jpg`, await aPhotoWithMetadata(taken))).key);
  await ana.attach(album._id, keys);
  await ana.waitUntilReady(album._id);
});

const open = (page: Page, who = ana, more = '') => page.goto(`${product.origin}/main/timeline?userId=${who.userId}&open=false${more}`);
const tile = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });
const rail = (page: Page) => page.getByRole('slider', { name: 'Month' });
const preview = (page: Page) => page.getByRole('dialog');

test('is operable by keyboard on a desktop', async ({ browser }) => {
  const page = await openSignedInPage(browser, ana);
  await page.getByRole('link', { name: 'Photos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Photos' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['July 2024', 'December 2023', 'May 2019']);
  await tile(page, 'beach').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'square')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tile(page, 'tower')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(preview(page)).toContainText('1 of 4');
  await page.keyboard.press('i');
  for (const words of ['July 21, 2024 at 2:03 PM (UTC+01:00)', 'Lisbon, Portugal', 'Canon EOS R5', 'RF50mm F1.2'])
    await expect(preview(page).getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  await expect(tile(page, 'beach')).toBeFocused();
  await page.context().close();
});

test('sorts an album by capture date', async ({ browser }) => {
  const address = `${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${album._id}&sort=takenasc`;
  const page = await openSignedInPage(browser, ana, {}, address);
  await expect(tile(page, 'garden')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open / }).first()).toHaveAccessibleName('Open garden');
  await page.context().close();
});

test('searches photos by month and place', async ({ browser }) => {
  const page = await openSignedInPage(browser, ana, {}, `${product.origin}/main?userId=${ana.userId}&open=false`);
  const box = page.getByRole('searchbox', { name: 'Search albums and media' });
  for (const [text, name] of [
    ['December 2023', 'tower'],
    ['lisbon', 'beach'],
    ['munich july 2024', 'square'],
  ] as const) {
    await box.fill(text);
    const found = page.getByRole('list', { name: 'Photos and videos' }).getByRole('listitem');
    await expect(found, text).toHaveCount(1);
    await expect(found, text).toContainText(name);
  }
  await page.context().close();
});

test('selects photos by a long press on a phone, deletes them and restores them', async ({ browser }) => {
  const page = await openSignedInPage(
    browser,
    ana,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    `${product.origin}/main/timeline?userId=${ana.userId}&open=false`,
  );
  const fingers = await TouchInput.attach(page);
  const centerOf = async (name: string) => {
    const { x, y, width, height } = (await tile(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  await expect(tile(page, 'beach')).toBeVisible();
  const [start, end] = [await centerOf('beach'), await centerOf('square')];
  await fingers.press(start);
  await expect(page.getByText('1 selected')).toBeVisible();
  await fingers.drag([start], [end]);
  await expect(page.getByText('2 selected')).toBeVisible();
  await fingers.release();
  await inspect(page, 'selection in the timeline');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Delete' }).tap();
  await page.getByRole('alertdialog', { name: 'Delete 2 items?' }).getByRole('button', { name: 'Delete' }).tap();
  await expect(tile(page, 'beach')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(tile(page, 'beach')).toBeVisible();
  await expect(page.getByText('4 items')).toBeVisible();
  await page.context().close();
});

test('is accessible', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await openSignedInPage(browser, ana, { reducedMotion: 'reduce' });
  await open(page);
  await expect(tile(page, 'beach')).toBeVisible();
  await inspect(page, 'timeline');
  await page.context().close();
});

test.describe('with thousands of photos', () => {
  let ben: ApiPerson;
  test.beforeAll(async () => {
    ben = await ApiPerson.create(product, 'ben@timeline.example', 'Ben Okoro');
    await givePlan(ben);
    const albumId = await makeHugeAlbum(ben, 'Everything', PHOTO_COUNT);
    // One photo per day, backwards from the last day of 2023. The six source photos were added today.
    await withProductDatabase(product, (db) =>
      sql`update media set taken_clock_at = timestamptz '2024-01-01 12:00Z' - sequence * interval '1 day' where album_id = ${albumId}`.execute(
        db,
      ),
    );
  });

  test('the date rail jumps to any month by keyboard and mouse, and only visible photos are rendered', async ({ browser }) => {
    const page = await openSignedInPage(browser, ben);
    await open(page, ben);
    await expect(rail(page)).toBeVisible();
    await rail(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(rail(page)).toHaveAttribute('aria-valuetext', 'December 2023');
    await expect(tile(page, 'photo 1')).toBeInViewport();
    await page.keyboard.press('PageDown');
    await expect(rail(page)).toHaveAttribute('aria-valuetext', 'December 2022');
    await expect(tile(page, 'photo 366')).toBeInViewport();
    await page.keyboard.press('PageUp');
    await expect(rail(page)).toHaveAttribute('aria-valuetext', 'December 2023');
    await page.keyboard.press('End');
    await expect(tile(page, `photo ${PHOTO_COUNT}`)).toBeInViewport();
    const box = await rail(page).boundingBox();
    if (!box) throw new Error('There is no rail.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await expect(rail(page)).toHaveAttribute('aria-valuetext', /2021|2020/);
    await page.mouse.up();
    await expect(page.getByRole('button', { name: /^Open photo/ }).first()).toBeVisible();
    expect(await page.locator('li[data-index]').count()).toBeLessThanOrEqual(300);
    await page.context().close();
  });

  test('is operable by touch on a phone', async ({ browser }) => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const page = await openSignedInPage(browser, ben, phone);
    await open(page, ben);
    await expect(rail(page)).toBeVisible();
    const box = await rail(page).boundingBox();
    if (!box) throw new Error('There is no rail.');
    const [x, from, to] = [box.x + box.width / 2, box.y + 4, box.y + box.height * 0.7];
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: from }] });
    for (const share of [0.25, 0.5, 0.75, 1])
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: from + (to - from) * share }] });
    await expect(rail(page)).toHaveAttribute('aria-valuetext', /2019|2020/);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // Click, because a tap right after synthetic touches is sometimes lost.
    const nameInMiddle = () =>
      page.evaluate(() =>
        document
          .elementFromPoint(120, window.innerHeight / 2)
          ?.closest('[data-part=open]')
          ?.getAttribute('aria-label'),
      );
    await expect.poll(nameInMiddle).toMatch(/^Open photo 1\d{3}$/);
    await page.getByRole('button', { name: (await nameInMiddle()) ?? '', exact: true }).click();
    await expect(preview(page)).toContainText(`of ${PHOTO_COUNT + 6}`);
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(preview(page)).toBeHidden();
    await page.context().close();
  });
});
