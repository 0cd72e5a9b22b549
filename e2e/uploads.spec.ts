/**
 * Uploads of real files by file input, drop, paste and folder. Component tests have the checks before an upload (`choose-files.test.tsx`) and the dock
 * (`upload-dock.test.tsx`).
 */
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import sharp from 'sharp';
import { aGif } from '../apps/server/src/testing/animated-files.ts';
import { aVideo } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';
import {
  countStoredUploads,
  createLargePhoto,
  createPhoto,
  createPhotos,
  dropFromOutside,
  expectMessages,
  limitUploadRate,
  MEGABYTE,
  pageMessage,
  recordUploads,
  selectFiles,
  uploadDock,
  uploadRow,
  writeFiles,
} from './upload-page.ts';

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

/** The tests share a window, because opening one takes longer than most of them. Each loads the page again with a separate album. */
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@uploads.example');
  page = await createSignedInPage(browser, ana);
});
test.beforeEach(async () => {
  album = await ana.album('Summer');
  await page.goto(buildAddress(album));
  await expect(page.getByText('You have not added any media yet')).toBeVisible();
});
test.afterEach(async () => {
  await page.unrouteAll();
  await limitUploadRate(page);
});
test.afterAll(() => page?.context().close());

const buildAddress = ({ _id }: Album) => `${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${_id}`;
const listNames = async (of = album) => (await ana.media(of._id)).map(({ name }) => name).sort();
/** Timeout for video processing, which takes long on a slow machine. */
const expectAllDone = (on: Page, count: number) =>
  expect(uploadDock(on).getByText('Done', { exact: true })).toHaveCount(count, { timeout: 60_000 });

test('keeps the order of the selection when later files are complete earlier', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isLate = (metadata = '') => metadata.includes(Buffer.from('late.jpg').toString('base64'));
  await page.route('**/api/uploads/tus', async (route) => {
    if (isLate(route.request().headers()['upload-metadata'])) await released;
    await route.continue();
  });
  await selectFiles(page, await writeFiles(await createPhotos(['late.jpg', 'one.jpg', 'two.jpg', 'three.jpg'])));
  await expectAllDone(page, 3);
  release();
  await expect(pageMessage(page, '4 media uploaded successfully.')).toBeVisible();
  await expectAllDone(page, 4);
  await expect.poll(async () => (await ana.media(album._id)).map(({ name }) => name)).toEqual(['late', 'one', 'two', 'three']);
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
});

test('the progress of video processing is shown in percent', { tag: '@slow' }, async () => {
  const film = await aVideo({ seconds: 10, codec: 'hevc', width: 960, height: 540 });
  await selectFiles(page, await writeFiles({ 'film.mp4': film }));
  await expect(uploadRow(page, 'film.mp4')).toContainText(/Processing, [1-9]\d?%/, { timeout: 90_000 });
  await expect(uploadRow(page, 'film.mp4')).toContainText('Done', { timeout: 90_000 });
});

test('uploads a selected or dropped folder with its subfolders, to one album or to an album for each', async () => {
  const files = await createPhotos(['holiday/a.jpg', 'holiday/day 2/b.jpg', 'holiday/day 2/deep/c.jpg', 'holiday/day 10/d.jpg']);
  await writeFiles({ ...files, 'holiday/.DS_Store': Buffer.from('x'), 'holiday/day 2/notes.txt': Buffer.from('x') });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload folder' }).click();
  await (await chooser).setFiles(test.info().outputPath('holiday'));
  const folders = page.getByRole('dialog', { name: 'Keep folders as albums?' });
  await folders.getByRole('button', { name: 'Add all to this album' }).click();
  await expectMessages(page, ['Selected file not supported: notes.txt', '4 media uploaded successfully.']);
  expect(await listNames()).toEqual(['a', 'b', 'c', 'd']);

  await writeFiles(await createPhotos(['more/e.jpg', 'more/deeper/f.jpg', 'g.jpg']));
  await dropFromOutside(page, [test.info().outputPath('more'), test.info().outputPath('g.jpg')]);
  await folders.getByRole('button', { name: 'Create 3 albums' }).click();
  await expect(pageMessage(page, '3 media uploaded successfully.')).toBeVisible();
  expect(await listNames()).toEqual(['a', 'b', 'c', 'd']);
  await page.goto(`${product.origin}/main?userId=${ana.userId}&open=false`);
  for (const name of ['more', 'deeper', 'Other photos'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('1 photo');
});

test('requires an album when files are dropped on a page without one', async () => {
  const [first = '', second = ''] = await writeFiles(await createPhotos(['first.jpg', 'second.jpg']));
  await page.goto(`${product.origin}/main?userId=${ana.userId}&open=false`);
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await dropFromOutside(page, [first]);
  const dialog = page.getByRole('dialog', { name: 'Upload media' });
  await expect(dialog).toContainText('1 file');
  await dialog.getByLabel('Album').selectOption(album._id);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(album._id));
  await expect(pageMessage(page, '1 media uploaded successfully.')).toBeVisible();
  expect(await listNames()).toEqual(['first']);

  await page.goto(`${product.origin}/main/device?userId=${ana.userId}&open=false`);
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  await dropFromOutside(page, [second]);
  await dialog.getByRole('button', { name: 'Create new album' }).click();
  await dialog.getByLabel('Album name').fill('Dropped');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Album', { exact: true }).locator('option:checked')).toHaveText('Dropped');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dropped' })).toBeVisible();
  await expect(pageMessage(page, '1 media uploaded successfully.')).toBeVisible();
});

test('uploads an image that is pasted outside of an input field', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(120, 90);
    canvas.getContext('2d')?.fillRect(0, 0, 60, 90);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await canvas.convertToBlob({ type: 'image/png' }) })]);
  });
  const search = page.getByRole('navigation', { name: 'Albums' }).getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.press('Control+v');
  await page.getByRole('heading', { name: 'Summer' }).click();
  await page.keyboard.press('Control+v');
  await expect(pageMessage(page, '1 media uploaded successfully.')).toBeVisible();
  const names = await listNames();
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d$/);
});

test('pauses, resumes and cancels uploads, and deletes cancelled uploads from the server', async () => {
  await limitUploadRate(page, 200_000);
  await selectFiles(page, await writeFiles({ 'kept.png': await createLargePhoto(1), 'unwanted.png': await createLargePhoto(1) }));
  await expect(uploadRow(page, 'kept.png')).toContainText(/left$/);
  await uploadDock(page).getByRole('button', { name: 'Pause uploads' }).click();
  await expect(uploadRow(page, 'kept.png')).toContainText('Paused');
  await expect(uploadDock(page)).toContainText('Paused, 2 files left');
  const takenBack = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes('/uploads/tus/'));
  await uploadDock(page).getByRole('button', { name: 'Cancel unwanted.png' }).click();
  expect((await (await takenBack).response())?.status()).toBe(204);
  const sent = recordUploads(page);
  await limitUploadRate(page);
  await uploadDock(page).getByRole('button', { name: 'Resume uploads' }).click();
  await expectAllDone(page, 1);
  expect(sent.created).toBe(0);
  expect(sent.offsets[0]).toBeGreaterThan(0);
  expect(await listNames()).toEqual(['kept']);
});

test('detects duplicates before the upload and accepts GIF and TIFF', {
  tag: '@slow',
}, async () => {
  const there = await createPhotos(Array.from({ length: 28 }, (_, index) => `there-${index}.jpg`));
  const paths = await writeFiles(there);
  await selectFiles(page, paths);
  await expect(pageMessage(page, '28 media uploaded successfully.')).toBeVisible({ timeout: 90_000 });
  const scan = await sharp(await createPhoto())
    .tiff()
    .toBuffer();
  const news = await writeFiles({
    'wave.gif': await aGif(),
    'scan.tiff': scan,
    'new.jpg': await createPhoto(),
    'renamed.jpg': there['there-0.jpg'] ?? scan,
  });
  const sent = recordUploads(page);
  await selectFiles(page, [...paths.slice(1), ...news]);
  await expect(pageMessage(page, '3 media uploaded successfully.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Messages' })).not.toContainText('Up to 30 files');
  await expect(uploadDock(page)).toContainText('28 already there');
  expect(sent.created).toBe(3);
  await expect
    .poll(async () => (await ana.media(album._id)).slice(-3).map(({ name, kind, status }) => `${name} ${kind} ${status}`))
    .toEqual(['wave video 6', 'scan image 6', 'new image 6']);
  await uploadRow(page, 'renamed.jpg').getByRole('link', { name: 'Already in this album' }).click();
  await expect(page.getByRole('dialog', { name: 'there-0' })).toBeVisible();
});

test('a failed upload shows its reason, and memory does not grow with the file', { tag: '@slow' }, async () => {
  const [fake = ''] = await writeFiles({ 'fake.mp4': Buffer.from('not a film') });
  await truncate(fake, 150 * MEGABYTE);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  };
  const before = await heap();
  await selectFiles(page, [fake]);
  await expect(uploadRow(page, 'fake.mp4')).toContainText(/Uploading/);
  expect((await heap()) - before).toBeLessThan(20 * MEGABYTE);
  await expect(uploadRow(page, 'fake.mp4')).toContainText('Selected file not supported', { timeout: 90_000 });
  await expect(uploadRow(page, 'fake.mp4').getByRole('button', { name: 'Retry fake.mp4' })).toBeVisible();
  await expect.poll(() => countStoredUploads(page)).toEqual({ records: 0, files: 0 });
});

test('a file that can no longer be read fails, and the other uploads continue', { tag: '@slow' }, async () => {
  const [changed = '', fine = ''] = await writeFiles(await createPhotos(['changed.jpg', 'fine.jpg']));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/albums/users/storages/*', async (route) => {
    await released;
    await route.continue();
  });
  await selectFiles(page, [changed, fine]);
  await writeFile(changed, 'changed in the meantime, and longer than it was');
  release();
  await expect(uploadRow(page, 'changed.jpg')).toContainText('The file can no longer be read. Choose it again.');
  await expect(uploadRow(page, 'fine.jpg')).toContainText('Done');
  expect(path.basename(fine)).toBe('fine.jpg');
});
