/** One photo or video over the whole window: by fingers on a phone, by wheel, mouse and keys on a desk. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Album, Playlist } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { Fingers, tapItem } from './touch.ts';

let product: Product;
let ana: ApiPerson;
let ben: ApiPerson;
let album: Album;
let page: Page;

const NAMES = ['one', 'two', 'three', 'four'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@preview.example');
  ben = await ApiPerson.create(product, 'ben@preview.example', 'Ben Okoro');
  await givePlan(ana);
});
test.beforeEach(async () => {
  album = await ana.album('Summer');
  const keys: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    keys.push((await ana.upload(`${name}.jpg`, await aJpeg({ width: 1200 + index, height: 900 }))).key);
  }
  await ana.attach(album._id, keys);
});
test.afterEach(async () => {
  await page?.context().close();
});

const addressOf = (more = '', person = ana) =>
  `${product.origin}/main/media?userId=${person.userId}&open=false&albumId=${album._id}${more}`;
const preview = (name: string) => page.getByRole('dialog', { name, exact: true });
const picture = (name: string) => preview(name).getByRole('img', { name, exact: true });
const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const tile = (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });
const message = (text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const namesIn = async (albumId: string) => (await ana.media(albumId)).map(({ name }) => name);

/** From the album, as somebody opens it. */
async function openOn(browser: Browser, options: object = {}, name = 'two'): Promise<void> {
  page = await windowOf(browser, ana, { permissions: ['clipboard-read', 'clipboard-write'], ...options }, addressOf());
  await tile(name).click();
  await expect(picture(name)).toBeVisible();
}

/** How wide a picture is drawn, compared with how wide it is when it is whole. */
const zoomOf = (name: string) =>
  picture(name).evaluate((image) => Math.round((100 * image.getBoundingClientRect().width) / (image as HTMLElement).offsetWidth) / 100);
const expectZoom = (name: string) => expect.poll(() => zoomOf(name));
const centreOf = (name: string) =>
  picture(name).evaluate((image) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  });

test.describe('on a phone', () => {
  const left = { x: 60, y: 420 };
  const right = { x: 330, y: 420 };
  let fingers: Fingers;
  test.beforeEach(async ({ browser }) => {
    await openOn(browser, PHONE);
    fingers = await Fingers.on(page);
  });

  test('the bar is one row, and the way out is in its corner, however long the name is', async () => {
    const bar = preview('two').locator('header');
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 780 });
      const box = await bar.boundingBox();
      const close = await button('Close preview').boundingBox();
      expect(box?.height).toBeLessThanOrEqual(60);
      expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(width - 12);
    }
  });

  test('the picture follows the finger, and snaps back or goes on', async () => {
    const before = await centreOf('two');
    await fingers.put(right);
    await fingers.drag([right], [{ x: 250, y: 424 }]);
    await expect.poll(async () => (await centreOf('two')).x).toBe(before.x - 80);
    // The neighbour comes with it.
    const neighbour = page.getByRole('dialog').getByRole('img', { name: 'three', exact: true, includeHidden: true });
    expect((await neighbour.boundingBox())?.x).toBeLessThan(390);
    await fingers.drag([{ x: 250, y: 424 }], [{ x: 328, y: 420 }]);
    await fingers.lift();
    await expect.poll(async () => (await centreOf('two')).x).toBe(before.x);
    await expect(page).toHaveURL(/mediaIndex=1/);

    await fingers.swipe(right, left);
    await expect(picture('three')).toBeVisible();
    await expect.poll(async () => (await centreOf('three')).x).toBe(before.x);
    await fingers.swipe(left, right);
    await expect(picture('two')).toBeVisible();
    await expect(page).toHaveURL(/mediaIndex=1/);
  });

  test('a swipe from the edge of the window is the preview’s, not the browser’s', async () => {
    const length = await page.evaluate(() => history.length);
    await fingers.swipe({ x: 2, y: 420 }, { x: 300, y: 424 });
    await expect(picture('one')).toBeVisible();
    // At the beginning of the album there is nothing before, and nothing happens.
    await fingers.swipe({ x: 2, y: 420 }, { x: 300, y: 424 });
    await expect(picture('one')).toBeVisible();
    await fingers.swipe({ x: 388, y: 420 }, { x: 80, y: 424 });
    await expect(picture('two')).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect(await page.evaluate(() => [visualViewport?.scale, window.scrollX])).toEqual([1, 0]);
  });

  test('a swipe downwards closes', async () => {
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
    const before = await centreOf('two');
    await fingers.swipe(left, { x: 160, y: 420 });
    await expect.poll(async () => (await centreOf('two')).x).toBe(before.x + 100);
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
    await expect(picture('three')).toBeVisible();
    await expectZoom('three').toBe(1);
  });

  test('a double tap zooms in and out', { tag: '@slow' }, async () => {
    for (const zoom of [2.5, 1]) {
      await fingers.tap({ x: 195, y: 422 });
      await fingers.tap({ x: 195, y: 422 });
      await expectZoom('two').toBe(zoom);
    }
  });

  test('the menu has what the row has no room for', async () => {
    await button('More actions').tap();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Slideshow',
      'Details',
      'Rotate left',
      'Rotate right',
      'Download',
      'Create Poster',
      'Copy link',
      'Add album to playlist',
      'Delete',
    ]);
    await tapItem(page.getByRole('menuitem', { name: 'Rotate right' }));
    await expect(button('Save')).toBeVisible();
    await fingers.swipe(right, left);
    await expect(preview('three')).toBeVisible();
    await expect(button('Save')).toBeHidden();
    await fingers.swipe(left, right);
    await expect(preview('two')).toBeVisible();
    await button('Save').tap();
    await expect.poll(async () => (await ana.media(album._id))[1]?.rotation).toBe(90);
  });

  test('the album keeps one row of tools, also while media are selected', async () => {
    await page.keyboard.press('Escape');
    const isOneRow = async (name: string) => {
      const tools = page.getByRole('toolbar', { name, exact: true });
      await expect(tools).toBeVisible();
      const box = await tools.boundingBox();
      expect(box?.height).toBeLessThanOrEqual(60);
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
});

test.describe('on a desk', () => {
  test('wheel, keys and double click zoom; the mouse and the arrows pan', async ({ browser }) => {
    await openOn(browser);
    await page.mouse.move(900, 500);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => zoomOf('two')).toBeGreaterThan(2);
    await page.keyboard.press('0');
    await expectZoom('two').toBe(1);
    await page.keyboard.press('+');
    await expectZoom('two').toBe(1.5);
    await page.keyboard.press('-');
    await expectZoom('two').toBe(1);
    await page.mouse.dblclick(720, 450);
    await expectZoom('two').toBe(2.5);
    const before = await centreOf('two');
    await page.mouse.down();
    await page.mouse.move(820, 480, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => centreOf('two')).toEqual({ x: before.x + 100, y: before.y + 30 });
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await centreOf('two')).x).toBe(before.x + 20);
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowRight');
    await expect(picture('three')).toBeVisible();
    await expectZoom('three').toBe(1);
  });

  test('a pinch on a trackpad zooms the photo instead of the page', { tag: '@slow' }, async ({ browser }) => {
    await openOn(browser);
    await page.mouse.move(720, 450);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(() => zoomOf('two')).toBeGreaterThan(2);
    expect(await page.evaluate(() => [visualViewport?.scale, window.devicePixelRatio])).toEqual([1, 1]);
  });

  test('neighbouring photos are decoded before they are opened', { tag: '@slow' }, async ({ browser }) => {
    await openOn(browser);
    const neighbours = page.getByRole('dialog').locator('[aria-hidden=true] img');
    await expect(neighbours).toHaveCount(2);
    for (const neighbour of await neighbours.all()) {
      await expect.poll(() => neighbour.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
    }
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const kept = await neighbours.last().getAttribute('src');
    await page.keyboard.press('ArrowRight');
    await expect(picture('three')).toHaveAttribute('src', kept ?? '');
    expect(requests.filter((url) => url.endsWith(kept ?? 'nothing'))).toEqual([]);
  });

  test('hearts are one’s own, kept, and a filter of the album', async ({ browser }) => {
    await openOn(browser);
    await expect(button('Favourite')).toHaveAttribute('aria-pressed', 'false');
    await button('Favourite').click();
    await expect(button('Favourite')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(button('Favourite')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('f');
    await expect(button('Favourite')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('f');
    await expect(button('Favourite')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => ana.must<string[]>('GET', `/medias/${album._id}/favourites`)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Favourites' }).check();
    await expect(tile('two')).toBeVisible();
    await expect(tile('one')).toBeHidden();
    await page.reload();
    await expect(tile('two')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for two' }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Remove from favourites' }).click();
    await expect(page.getByText('No favourites in this album yet')).toBeVisible();
  });

  test('deletes with Undo, goes on to the next, and closes on the last', async ({ browser }) => {
    await openOn(browser, {}, 'four');
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete “four”?' });
    await expect(question).toBeVisible();
    // The question has the keys now.
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
    expect(await namesIn(album._id)).toEqual(NAMES);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(tile('four')).toBeVisible();
  });

  test('stays on its picture when others move it, and says so when they take it away', async ({ browser }) => {
    await openOn(browser, {}, 'two');
    const [one, two, three] = (await ana.media(album._id)).map(({ _id }) => _id);
    await ana.must('PUT', `/medias/${album._id}/order`, { mediaIdArr: [two], beforeId: null });
    await expect(preview('two')).toContainText('4 of 4');
    await ana.must('DELETE', `/medias/${album._id}`, { mediaIdArr: [one], userId: ana.userId });
    await expect(preview('two')).toContainText('3 of 3');
    await ana.must('DELETE', `/medias/${album._id}`, { mediaIdArr: [two], userId: ana.userId });
    await expect(message('“two” is no longer here. Somebody may have removed it.')).toBeVisible();
    await expect(preview('four')).toContainText('2 of 2');
    await page.goto(`${product.origin}/main/media/preview?albumId=${album._id}&mediaId=${two}`);
    await expect(message('This picture is no longer in the album. Somebody may have removed it.')).toBeVisible();
    await expect(tile('three')).toBeVisible();
    expect(three).toBeDefined();
  });

  test('a slideshow repeats the album, pauses, and ends in the preview', { tag: '@slow' }, async ({ browser }) => {
    await openOn(browser, {}, 'three');
    await button('Slideshow').click();
    const bar = page.getByRole('toolbar', { name: 'Slideshow' });
    await bar.getByLabel('Seconds for each picture').selectOption('3 s');
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

  test('a link opens the photo, and Escape opens its album', { tag: '@slow' }, async ({ browser }) => {
    await openOn(browser);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(message(/^Link copied/)).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await ana.must('PUT', `/medias/${album._id}/order`, { mediaIdArr: [(await ana.media(album._id))[0]?._id], beforeId: null });
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

  test('the album of a photo is added to a playlist, which the message states', { tag: '@slow' }, async ({ browser }) => {
    const other = await ana.album('Other');
    const playlist = await ana.playlist('Evenings', [other._id]);
    await openOn(browser);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Add album to playlist' }).click();
    const picker = page.getByRole('dialog', { name: 'Add album to playlist' });
    await expect(picker).toContainText('Playlists play whole albums. Everything in “Summer” joins');
    await inspect(page, 'add album to playlist, over the preview');
    await picker.getByRole('button', { name: /Evenings/ }).click();
    await expect(picker).toBeHidden();
    await expect(preview('two')).toBeVisible();
    const { albumArr } = await ana.must<Playlist>('GET', `/playlists/details/${playlist._id}`);
    expect(albumArr.map(({ albumId }) => albumId.name)).toEqual(['Other', 'Summer']);
  });

  test('whoever only sees an album is offered nothing that would be refused', async ({ browser }) => {
    await share();
    page = await windowOf(browser, ben, {}, addressOf('&shared=true', ben));
    await expect(tile('two')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await tile('two').click();
    await expect(preview('two')).toBeVisible();
    await button('Favourite').click();
    await expect.poll(() => ben.must<string[]>('GET', `/medias/${album._id}/favourites`)).toHaveLength(1);
    expect(await ana.must<string[]>('GET', `/medias/${album._id}/favourites`)).toEqual([]);
    await expect(button('Download two')).toBeVisible();
    for (const name of ['Rotate left', 'Rotate right', 'Delete two', 'Save']) await expect(button(name)).toBeHidden();
    await page.keyboard.press(']');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(button('Save')).toBeHidden();
  });
});

async function share(): Promise<void> {
  await ana.must('PUT', `/albums/share/${album._id}`, { emailArr: [{ email: 'ben@preview.example', permission: 'read' }] });
  const [notice] = await ben.must<{ _id: string; invitationId: string }[]>('GET', `/notifications/${ben.userId}`);
  await ben.must('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept', notificationId: notice?._id });
}
