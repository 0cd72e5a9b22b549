/** Uploads despite a reload, a closed tab, a killed server, a lost network, two tabs and a broken connection. */
import { truncate } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import {
  countStoredUploads,
  createLargePhoto,
  createPhotos,
  limitUploadRate,
  MEGABYTE,
  pageMessage,
  recordUploads,
  selectFiles,
  uploadDock,
  uploadRow,
  writeFiles,
} from './upload-page.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;
/** More than two chunks. */
const LARGE_MEGABYTES = 20;

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

test.beforeAll(async () => {
  product = await Product.start();
  ana = await ApiPerson.create(product, 'ana@example.com');
});
test.afterAll(() => product?.remove());
test.beforeEach(async ({ browser }) => {
  test.setTimeout(240_000);
  album = await ana.album('Summer');
  page = await openSignedInPage(browser, ana, {}, buildAddress(album));
  await isOpen(page);
});
test.afterEach(() => page?.context().close());

const buildAddress = ({ _id }: Album) => `${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${_id}`;
const isOpen = (on: Page) => expect(on.getByRole('heading', { name: 'Summer' })).toBeVisible();
const listNames = async () => (await ana.media(album._id)).map(({ name }) => name).sort();
const expectDone = (on: Page, name: string) => expect(uploadRow(on, name)).toContainText('Done', { timeout: 90_000 });

/** Starts a slow upload of a large photo and waits for its second chunk. */
async function startSlowUpload(path: string) {
  await limitUploadRate(page, 3 * MEGABYTE);
  const sent = recordUploads(page);
  await selectFiles(page, [path]);
  await expect.poll(() => sent.offsets).toContain(CHUNK_BYTES);
  return sent;
}

test('continues automatically after a reload and repeats at most one chunk', async () => {
  const [large = ''] = await writeFiles({ 'large.png': await createLargePhoto(LARGE_MEGABYTES) });
  await startSlowUpload(large);
  await expect.poll(async () => (await countStoredUploads(page)).files).toBe(1);
  const after = recordUploads(page);
  await page.reload();
  await expect(uploadRow(page, 'large.png')).toBeVisible();
  await limitUploadRate(page);
  // The message appears when all uploads are complete and disappears after seven seconds, possibly before the photo is processed.
  await expect(pageMessage(page, '1 media uploaded successfully.')).toBeVisible({ timeout: 90_000 });
  await expectDone(page, 'large.png');
  expect(after.created).toBe(0);
  expect(after.offsets[0]).toBeGreaterThanOrEqual(CHUNK_BYTES);
  expect(await listNames()).toEqual(['large']);
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
});

test('continues all of many waiting files after a reload', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `photo-${index}.jpg`);
  const paths = await writeFiles(await createPhotos(names));
  await limitUploadRate(page, 1);
  await selectFiles(page, paths);
  await expect.poll(async () => (await countStoredUploads(page)).files).toBe(names.length);
  await page.reload();
  await limitUploadRate(page);
  await expect.poll(async () => (await listNames()).length, { timeout: 90_000 }).toBe(names.length);
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
});

test('requests a file that was too large to store and resumes its upload', async () => {
  await page.evaluate(() => {
    StorageManager.prototype.estimate = async () => ({ quota: 300e6, usage: 100e6 });
  });
  const [film = '', other = ''] = await writeFiles({ 'film.mov': Buffer.from('x'), ...(await createPhotos(['other.jpg'])) });
  await truncate(film, 210 * MEGABYTE);
  await startSlowUpload(film);
  page.once('dialog', (warning) => void warning.accept());
  const after = recordUploads(page);
  await page.reload();
  await expect(uploadRow(page, 'film.mov')).toContainText('Choose this file again to continue');
  await limitUploadRate(page, 3 * MEGABYTE);
  await uploadDock(page).getByLabel('Choose the interrupted files').setInputFiles([film, other]);
  await expect(pageMessage(page, '1 file isn’t one of the interrupted uploads and was skipped.')).toBeVisible();
  await expect(uploadRow(page, 'film.mov')).toContainText(/^film.movUploading/);
  expect(after.created).toBe(0);
  expect(after.offsets[0]).toBeGreaterThanOrEqual(CHUNK_BYTES);
  await uploadDock(page).getByRole('button', { name: 'Cancel film.mov' }).click();
  await expect(uploadDock(page)).toBeHidden();
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
});

test('continues after the server was killed and restarted', async () => {
  const [large = ''] = await writeFiles({ 'large.png': await createLargePhoto(LARGE_MEGABYTES) });
  const sent = await startSlowUpload(large);
  await product.stop('SIGKILL');
  await product.start();
  await limitUploadRate(page);
  await expectDone(page, 'large.png');
  expect(sent.created).toBe(1);
  expect(sent.offsets.slice(1).every((offset) => offset >= CHUNK_BYTES)).toBe(true);
  expect(await listNames()).toEqual(['large']);
});

test('waits while the network is down and continues afterwards', async () => {
  const [large = ''] = await writeFiles({ 'large.png': await createLargePhoto(LARGE_MEGABYTES) });
  const sent = await startSlowUpload(large);
  await limitUploadRate(page);
  await page.context().setOffline(true);
  await expect(uploadRow(page, 'large.png')).toContainText('Waiting for connection');
  await expect(uploadDock(page)).toContainText('Waiting for connection, 1 file left');
  await page.context().setOffline(false);
  await expectDone(page, 'large.png');
  expect(sent.created).toBe(1);
  expect(sent.offsets.slice(1).every((offset) => offset >= CHUNK_BYTES)).toBe(true);
});

test('sends a file from one tab only, and another tab continues when it is closed', async () => {
  const [large = ''] = await writeFiles({ 'large.png': await createLargePhoto(LARGE_MEGABYTES) });
  await startSlowUpload(large);
  await limitUploadRate(page, 50_000);
  await expect.poll(async () => (await countStoredUploads(page)).files).toBe(1);
  const second = await page.context().newPage();
  const sent = recordUploads(second);
  await second.goto(buildAddress(album));
  await isOpen(second);
  await selectFiles(second, [large]);
  await expect(pageMessage(second, 'Already uploading: large.png')).toBeVisible();
  await expect(uploadDock(second)).toBeHidden();
  expect(sent.offsets).toEqual([]);
  await page.close();
  await expectDone(second, 'large.png');
  expect(sent.created).toBe(0);
  expect(sent.offsets.every((offset) => offset >= CHUNK_BYTES)).toBe(true);
  expect(await listNames()).toEqual(['large']);
});

test('continues during navigation and removes all records on sign-out', async () => {
  const [large = ''] = await writeFiles({ 'large.png': await createLargePhoto(LARGE_MEGABYTES) });
  await startSlowUpload(large);
  await limitUploadRate(page, 50_000);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlist' }).click();
  await expect(uploadRow(page, 'large.png')).toContainText(/left$/);
  await expect.poll(async () => (await countStoredUploads(page)).files).toBe(1);
  await page.getByRole('button', { name: 'Profile of Ana Lima' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
  await expect(uploadDock(page)).toBeHidden();
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
  expect(await listNames()).toEqual([]);
});

test('uploads every file once over a connection that breaks a tenth of the requests, after one "Retry all"', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `photo-${index}.jpg`);
  const paths = await writeFiles(await createPhotos(names));
  // Two requests always fail until then, the others succeed in most cases.
  const unreachable = new Set<string>();
  let isUnreachable = true;
  let count = 0;
  let broken = 0;
  await page.route('**/api/uploads/tus/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    if (unreachable.size < 2) unreachable.add(request.url());
    count += 1;
    if ((isUnreachable && unreachable.has(request.url())) || count % 10 === 0) {
      broken += 1;
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await selectFiles(page, paths);
  await expect(uploadDock(page)).toContainText('2 files failed', { timeout: 150_000 });
  await expect(uploadDock(page).getByText('Connection lost. Retry to continue the upload.')).toHaveCount(2);
  isUnreachable = false;
  await uploadDock(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(uploadDock(page)).toContainText('30 files uploaded', { timeout: 60_000 });
  expect(broken).toBeGreaterThanOrEqual(3);
  expect(await listNames()).toEqual(names.map((name) => name.replace('.jpg', '')).sort());
});
