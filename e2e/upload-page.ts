/** Actions on the upload dock, and a network connection that tests can slow down or observe. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CDPSession, expect, type Locator, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';

export const MEGABYTE = 1e6;

export const uploadDock = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' });
export const uploadRow = (page: Page, name: string): Locator => uploadDock(page).getByRole('listitem').filter({ hasText: name });
export const pageMessage = (page: Page, text: string | RegExp): Locator => page.getByRole('region', { name: 'Messages' }).getByText(text);

/** Asserts that the page shows all of these messages. Awaiting them in sequence would fail on a slow machine, because each disappears after a few seconds. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await Promise.all(texts.map((text) => expect(pageMessage(page, text)).toBeVisible()));
}

/** Writes files to the output folder of the test. Returns their paths. */
export async function writeFiles(files: Record<string, Buffer>): Promise<string[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, bytes]) => {
      const file = test.info().outputPath(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
      return file;
    }),
  );
}

let photoCount = 0;
/** Creates a photo that differs from all others of the run. */
export const createPhoto = (): Promise<Buffer> => {
  photoCount += 1;
  return aJpeg({ width: 64 + photoCount, height: 48 });
};
export async function createPhotos(names: readonly string[]): Promise<Record<string, Buffer>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await createPhoto()] as const)));
}

/** Creates an image of noise with about this size. */
export async function createLargePhoto(megabytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((megabytes * MEGABYTE) / 3));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 + (photoCount++ % 20) };
  return sharp({ create: { width: side, height: side, channels: 3, background: 'grey', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Chooses files with the page's file input. */
export async function selectFiles(page: Page, paths: string[]): Promise<void> {
  await page
    .getByLabel(/: choose files$/)
    .first()
    .setInputFiles(paths);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Limits the upload rate. Without a number, removes the limit. */
export async function limitUploadRate(page: Page, bytesPerSecond = -1): Promise<void> {
  // Only the session that slowed down the network can speed it up again.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', conditions);
}

const isUploadRequest = (request: Request) => new URL(request.url()).pathname.startsWith('/api/uploads/tus');

/** Counts the uploads that a page creates from now on, and records the offsets at which they continue. */
export function recordUploads(page: Page) {
  const sent = { created: 0, offsets: [] as number[] };
  page.on('request', (request) => {
    if (!isUploadRequest(request)) return;
    if (request.method() === 'POST') sent.created += 1;
    if (request.method() === 'PATCH') sent.offsets.push(Number(request.headers()['upload-offset']));
  });
  return sent;
}

/** Drops files and folders from outside the browser on the middle of the page. */
export async function dropFromOutside(page: Page, paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') => session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
  await send('dragEnter');
  await expect(page.getByText(/^Drop to /)).toBeVisible();
  // Repeat the move over the drop area that has appeared, because a drop counts only where the page accepted the last move.
  await send('dragOver');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await send('dragOver');
  await send('drop');
}

/** Counts the upload records and files that the browser still stores. */
export const countStoredUploads = (page: Page): Promise<{ records: number; files: number }> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('vitrine-uploads');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = await new Promise<number>((resolve, reject) => {
      const request = database.transaction('files').objectStore('files').count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return { records: Object.keys(localStorage).filter((key) => /^(upload|tus)::/.test(key)).length, files: count };
  });
