/** Creating a playlist and dragging its albums. Component tests have its menus, details, lists and permissions (`playlist-albums.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import type { Playlist } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const ALBUMS = ['Summer', 'Garden', 'Alps'];

let product: Product;
let ana: ApiPerson;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@playlists.example');
  for (const [index, name] of ALBUMS.entries()) {
    const album = await ana.album(name);
    const { key } = await ana.upload(`${name}.jpg`, await aJpeg({ width: 300 + 20 * index, height: 200 }));
    await ana.attach(album._id, [key]);
    await ana.waitUntilReady(album._id);
  }
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/playlist`);
});
test.afterAll(() => page?.context().close());

const expectMessage = (text: string) => expect(page.getByRole('region', { name: 'Messages' }).getByText(text).last()).toBeVisible();
const playlists = () => ana.request<Playlist[]>('GET', `/playlists/${ana.userId}`);
const sequence = async () => (await playlists())[0]?.albumArr.map((entry) => entry.albumId.name);
const rows = (name: string) => page.getByRole('list', { name }).getByRole('listitem');
const albums = () => page.getByRole('table', { name: 'Albums in this playlist' }).getByRole('rowheader');

test('creates a playlist with albums and controls its preview with the keyboard', async () => {
  await expect(page.getByText('No playlist available')).toBeVisible();
  await page.getByRole('button', { name: 'Create playlist' }).first().click();
  await page.getByLabel('Playlist name').fill('Evenings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/playlistpreview\?.*playlistId=/);
  await page.getByRole('link', { name: 'Add Album' }).click();
  for (const name of ['Summer', 'Alps', 'Garden']) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await expect(page.getByText('to Evenings · 3 albums selected')).toBeVisible();
  await page.getByRole('button', { name: 'Add 3 albums' }).click();
  await expect(albums()).toHaveText([/Summer/, /Alps/, /Garden/]);
  const player = page.getByRole('region', { name: 'Preview of Evenings' });
  await expect(player).toContainText('1 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(player).toContainText('2 of 3');
  await page.keyboard.press(' ');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('changes the sequence by keyboard, touch and dragging, and keeps it when the page is left', async () => {
  await page.getByRole('link', { name: 'Reorder' }).click();
  const order = rows('Albums in order');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Move Summer' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.getByText('Summer, position 3 of 3')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Summer' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(order).toHaveText([/Summer/, /Alps/, /Garden/]);
  await dragByTouch('Garden', 'Summer');
  await expect(order).toHaveText([/Garden/, /Summer/, /Alps/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await drag('Garden', 'Summer');
  await expect(order).toHaveText([/Garden/, /Summer/, /Alps/]);
  await page.getByRole('link', { name: 'Back to playlist' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  expect(await sequence()).toEqual(['Summer', 'Alps', 'Garden']);
  await save.click();
  await expectMessage('Playlist updated.');
  await expect.poll(sequence).toEqual(['Garden', 'Summer', 'Alps']);
  await expect(save).toBeDisabled();
  await page.getByRole('link', { name: 'Back to playlist' }).click();
  await expect(albums()).toHaveText([/Garden/, /Summer/, /Alps/]);
});

async function drag(from: string, to: string): Promise<void> {
  const [start, end] = [await handle(from), await handle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

async function dragByTouch(from: string, to: string): Promise<void> {
  const [start, end] = [await handle(from), await handle(to)];
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (let step = 1; step <= 5; step++) await touch('touchMove', [{ x: start.x, y: start.y + ((end.y - start.y) * step) / 5 }]);
  await touch('touchEnd', []);
  await devtools.detach();
}

/** Returns the centre of an album's drag handle. */
async function handle(album: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name: `Move ${album}` }).boundingBox();
  if (!box) throw new Error(`The handle of ${album} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
