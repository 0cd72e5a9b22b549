/** The upload dock as a person works with it, and a link that can be made slow, broken or watched. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CDPSession, expect, type Locator, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';

export const MEGABYTE = 1e6;

export const dock = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' });
export const row = (page: Page, name: string): Locator => dock(page).getByRole('listitem').filter({ hasText: name });
export const message = (page: Page, text: string | RegExp): Locator => page.getByRole('region', { name: 'Messages' }).getByText(text);

/** Writes files where the browser can read them; answers their paths. */
export async function write(files: Record<string, Buffer>): Promise<string[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, bytes]) => {
      const file = test.info().outputPath(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
      return file;
    }),
  );
}

let made = 0;
/** No two alike in all of the run. */
export const aPhoto = (): Promise<Buffer> => {
  made += 1;
  return aJpeg({ width: 64 + made, height: 48 });
};
export async function photos(names: readonly string[]): Promise<Record<string, Buffer>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await aPhoto()] as const)));
}

/** Noise does not compress: about as many megabytes as asked for. */
export async function aLargePhoto(megabytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((megabytes * MEGABYTE) / 3));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 + (made++ % 20) };
  return sharp({ create: { width: side, height: side, channels: 3, background: 'grey', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Chooses files with the page's file input. */
export async function choose(page: Page, paths: string[]): Promise<void> {
  await page
    .getByLabel(/: choose files$/)
    .first()
    .setInputFiles(paths);
}

const links = new WeakMap<Page, CDPSession>();

/** Bytes per second to the server; no number for as fast as it goes. */
export async function throttle(page: Page, bytesPerSecond = -1): Promise<void> {
  // Only the session that slowed down the network can speed it up again.
  const session = links.get(page) ?? (await page.context().newCDPSession(page));
  links.set(page, session);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', conditions);
}

const isOfUploads = (request: Request) => new URL(request.url()).pathname.startsWith('/api/uploads/tus');

/** Counts the uploads that a page creates from now on, and records the offsets at which they continue. */
export function watchSending(page: Page) {
  const sent = { created: 0, offsets: [] as number[] };
  page.on('request', (request) => {
    if (!isOfUploads(request)) return;
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
  // Over what has appeared there: a drop counts only where the page has allowed the last move.
  await send('dragOver');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await send('dragOver');
  await send('drop');
}

/** Upload records and files that this browser still stores. */
export const keptIn = (page: Page): Promise<{ notes: number; files: number }> =>
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
    return { notes: Object.keys(localStorage).filter((key) => /^(upload|tus)::/.test(key)).length, files: count };
  });
