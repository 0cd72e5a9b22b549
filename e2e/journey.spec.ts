/** The main journey of a new user: from an empty data folder to a photo on a screen, and what both show while the server is away. */
import { writeFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { aHeic, aJpeg, aPng, aSidewaysJpeg, aVideo, aWebp, showsCorners } from '../apps/server/src/testing/media-files.ts';
import { verificationLink } from './api.ts';
import { POLLING } from './polling.ts';
import { Product } from './product.ts';
import { test } from './product-test.ts';

const EMAIL = 'new-user@example.com';
const PASSWORD = 'correct horse';
const UNREACHABLE = 'Can’t reach the server. Reconnecting…';

let product: Product;
let userContext: BrowserContext;
let screenContext: BrowserContext;
let page: Page;
let screen: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  product = await Product.startEmpty();
  userContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await userContext.newPage();
});
test.afterAll(async () => {
  await userContext?.close();
  await screenContext?.close();
  await product?.remove();
});

const unreachableMessage = () => page.getByRole('status').filter({ hasText: UNREACHABLE });
const openSection = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Creates typical files of phones, cameras and other programs. */
async function makeFiles(): Promise<{ name: string; bytes: Buffer }[]> {
  return [
    { name: 'camera.jpg', bytes: await aJpeg() },
    { name: 'sideways.jpg', bytes: await aSidewaysJpeg() },
    { name: 'drawing.png', bytes: await aPng() },
    { name: 'web.webp', bytes: await aWebp() },
    { name: 'iphone.heic', bytes: await aHeic({ width: 512, height: 384 }) },
    { name: 'film.mp4', bytes: await aVideo({ seconds: 1, hasSound: true }) },
    { name: 'phone.mov', bytes: await aVideo({ seconds: 1, codec: 'hevc', container: 'mov' }) },
    { name: 'camcorder.mkv', bytes: await aVideo({ seconds: 1, container: 'matroska' }) },
  ];
}

async function selectFiles(files: { name: string; bytes: Buffer }[]): Promise<void> {
  const paths = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const file = test.info().outputPath(name);
      await writeFile(file, bytes);
      return file;
    }),
  );
  await page.locator('input[type=file]').first().setInputFiles(paths);
}

test('1: the server prints its address and, once, the administrator’s password', async () => {
  expect(product.output).toContain(`open ${product.origin}`);
  expect(product.output.match(/Password: \S+/g)).toHaveLength(1);
});

test('2: a new user signs up, verifies the address, signs in and accepts the privacy agreement', async () => {
  await page.goto(`${product.origin}/signup`);
  await page.getByLabel('Name').fill('Nora Newcomer');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification/);
  await expect(page.getByRole('main')).toContainText('Nora Newcomer');

  const link = await verificationLink(product, EMAIL);
  await expect.poll(() => product.output).toContain(link.toString());
  await page.goto(link.toString());
  await expect(page).toHaveURL(/\/login/);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/users/login'));
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  expect((await sent).postData()).not.toContain(PASSWORD);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/main\?.*userId=/);
});

test('3: uploads files of every type, which become upright and playable', async () => {
  test.setTimeout(240_000);
  await page.getByRole('button', { name: 'Create album' }).click();
  await page.getByLabel('Album name').fill('Summer');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have not added any media yet')).toBeVisible();

  const files = await makeFiles();
  await selectFiles(files);
  await expect(page.getByText('Upload in progress...')).toBeVisible();
  await expect(page.getByText('8 media uploaded successfully.')).toBeVisible({ timeout: 120_000 });
  const tiles = page.getByRole('list', { name: 'Photos and videos' });
  await expect(tiles.getByRole('button', { name: /^Open / })).toHaveCount(files.length);

  const albumId = new URL(page.url()).searchParams.get('albumId') ?? '';
  const listed = () => page.evaluate(readMedia, albumId);
  await expect.poll(async () => (await listed()).map((media) => media.status), { timeout: 120_000 }).toEqual(Array(8).fill(6));
  for (const media of await listed()) {
    const bytes = await page.evaluate(readImage, media.mediaFile.key);
    // The PNG has a transparent corner.
    if (!media.mediaFile.name.endsWith('.png')) expect(await showsCorners(Buffer.from(bytes, 'base64')), media.mediaFile.name).toBe(true);
  }
  const sideways = (await listed()).find((media) => media.mediaFile.name === 'sideways.jpg');
  expect([sideways?.width, sideways?.height]).toEqual([480, 640]);

  for (const name of ['film', 'phone', 'camcorder']) {
    await tiles.getByRole('button', { name: new RegExp(`^Open ${name}`) }).click();
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.currentTime),
      )
      .toBeGreaterThan(0.2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('4: a playlist with the album plays in the preview', async () => {
  await openSection('Playlists');
  await page.getByRole('button', { name: 'Create playlist' }).first().click();
  await page.getByLabel('Playlist name').fill('Evenings');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Add Album' }).click();
  await page.getByRole('checkbox', { name: /Summer/ }).check();
  await page.getByRole('button', { name: 'Add album', exact: true }).click();
  const preview = page.getByRole('region', { name: /Preview of Evenings/ });
  await expect(preview).toContainText('1 of 8');
  await preview.getByRole('button', { name: 'Next' }).click();
  await expect(preview).toContainText('2 of 8');
});

test('5: a screen registers and is added by the id that it shows', async () => {
  screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  const id = screen.getByText(/^[A-Z]\d{5}$/);
  await expect(id).toBeVisible();
  await page.goto(`${product.origin}/main/device?add=${await id.textContent()}`);
  await page.getByLabel('Device name').fill('Kitchen');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: false }).last().click();
  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices).toContainText('Kitchen');
  await expect(devices).toContainText('Online');
});

test('6: publishes the playlist with live progress, and a new photo appears on the screen', async () => {
  await openSection('Playlists');
  await page.getByText('Evenings').first().click();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /Kitchen/ }).check();
  // Check every frame, because the dialog closes automatically once every screen has the playlist.
  const followed = page.waitForFunction(() => document.querySelector('[role=dialog]')?.textContent?.includes('1 of 1 screen updated.'));
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await followed;
  await expect(dialog).toBeHidden();
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  const before = await screen.evaluate(() => window.__vitrine?.revision ?? 0);

  await openSection('Albums');
  await page.getByText('Summer').first().click();
  await selectFiles([{ name: 'late.jpg', bytes: await aJpeg({ width: 400, height: 300 }) }]);
  await expect(page.getByRole('button', { name: 'Open late' })).toBeVisible();
  await screen.waitForFunction((revision) => (window.__vitrine?.revision ?? 0) > revision, before, POLLING);
  expect(await countPublishedItems()).toBe(9);
});

test('7: the screen plays after a reload without the server, and applies changes when the server is back', async () => {
  await screen.evaluate(() => navigator.serviceWorker.ready);
  await product.stop();
  // The web app shows it without interaction.
  await expect(unreachableMessage()).toBeVisible();
  await screen.reload();
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, { ...POLLING, timeout: 5000 });
  const first = await screen.evaluate(() => window.__vitrine?.itemId);
  await screen.waitForFunction((id) => window.__vitrine?.itemId !== id, first, { ...POLLING, timeout: 20_000 });

  await product.start();
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  const before = await screen.evaluate(() => window.__vitrine?.revision ?? 0);
  const live = page.waitForEvent('websocket');
  await page.reload();
  await live;
  await page.getByRole('checkbox', { name: 'Select late' }).check({ force: true });
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Delete/ })
    .click();
  await screen.waitForFunction((revision) => (window.__vitrine?.revision ?? 0) > revision, before, { ...POLLING, timeout: 60_000 });
  expect(await countPublishedItems()).toBe(8);
});

test('8: the web app shows without interaction that the server crashed, until it is back', async () => {
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  await product.stop('SIGKILL');
  await expect(unreachableMessage()).toBeVisible();
  await product.start();
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
});

/** Returns the number of items of the published playlist. */
const countPublishedItems = (): Promise<number> => page.evaluate(readPublishedItems);

async function readPublishedItems(): Promise<number> {
  const headers = { authorization: localStorage.getItem('token') ?? '' };
  const userId = localStorage.getItem('userId');
  const playlists = await (await fetch(`/api/playlists/${userId}`, { headers })).json();
  const items = await (await fetch(`/api/playlists/items/${playlists.result[0]._id}`, { headers })).json();
  return items.result.length;
}

interface ListedMedia {
  status: number;
  width: number;
  height: number;
  mediaFile: { key: string; name: string };
}

async function readMedia(albumId: string): Promise<ListedMedia[]> {
  const headers = { authorization: localStorage.getItem('token') ?? '' };
  return (await (await fetch(`/api/medias/${albumId}?dataPerPage=300`, { headers })).json()).result;
}

/** Requests the URL in the page, so that the request uses the cookie. */
async function readImage(key: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(`/api/uploads?key=${key}&width=320`)).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}
