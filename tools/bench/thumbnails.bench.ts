/** A fresh album of 1,000 photos in a real browser: how soon all tiles in sight are painted after a scroll; and how soon a photo that was just uploaded is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ApiPerson } from '../../e2e/api.ts';
import { windowOf } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { phonePhoto } from '../../e2e/phone-photos.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { against, median, quantile } from './figures.ts';

const MEDIA = Number(process.env['THUMBNAILS_COUNT'] ?? 1000);
const DISTINCT = 12;
const CONNECTIONS = 4;
const ATTACHED_AT_ONCE = 30;
const SCROLLS = 40;
const LIMIT_MS = 1000;
/** On a desk, with twice the pixels, and on a phone. */
const LOOKS = [
  { name: 'desk', options: {} },
  { name: 'twice the pixels', options: { deviceScaleFactor: 2 } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true } },
];
const CHOSEN = 30;

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-thumbnails-'));
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const photos: Buffer[] = [];
    for (let at = 0; at < DISTINCT; at++) photos.push(await phonePhoto(at));
    console.log(`  photos of ${(median(photos.map(({ length }) => length)) / 1e6).toFixed(1)} MB`);
    const album = await person.album('Everything');
    await upload(person, album._id, photos);
    // The last has just arrived; what is made of many is still to come.
    const busy = await scrolled(browser, person, album._id, {});
    await allReady(person, album._id);
    const results = [
      against(`${MEDIA} photos, the last just uploaded: scroll to all tiles painted, p95`, quantile(busy, 0.95), LIMIT_MS, 'ms'),
    ];
    for (const { name, options } of LOOKS) {
      const took = await scrolled(browser, person, album._id, options);
      console.log(`  ${name}: median ${median(took).toFixed(0)} ms, p95 ${quantile(took, 0.95).toFixed(0)} ms`);
      results.push(
        against(`all ready, ${name}: scroll to all tiles painted, the slowest of ${SCROLLS}`, Math.max(...took), LIMIT_MS, 'ms'),
      );
    }
    const { oneMs, manyMs } = await uploaded(browser, person, photos, folder);
    results.push(
      against('one photo: end of its upload until its tile is painted, median of five', oneMs, LIMIT_MS, 'ms'),
      against(`${CHOSEN} photos: end of the last upload until all tiles are painted`, manyMs, LIMIT_MS, 'ms'),
    );
    return results;
  } finally {
    await browser.close();
    await product.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a different file of the same photo by adding bytes after the end of the JPEG, which do not belong to the image. */
const another = (photo: Buffer | undefined, at: number): Buffer => Buffer.concat([photo ?? Buffer.alloc(0), Buffer.from(String(at))]);

async function upload(person: ApiPerson, albumId: string, photos: readonly Buffer[]): Promise<void> {
  let next = 0;
  const take = async () => {
    for (let first = next; first < MEDIA; first = next) {
      next = Math.min(MEDIA, first + ATTACHED_AT_ONCE);
      const keys: string[] = [];
      for (let at = first; at < Math.min(MEDIA, first + ATTACHED_AT_ONCE); at++)
        keys.push((await person.upload(`photo ${at}.jpg`, another(photos[at % DISTINCT], at))).key);
      await person.attach(albumId, keys);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, take));
}

async function allReady(person: ApiPerson, albumId: string): Promise<void> {
  const isReady = async () => {
    for (let page = 1; page <= Math.ceil(MEDIA / 300); page++) {
      const media = await person.must<{ status: number }[]>('GET', `/medias/${albumId}?dataPerPage=300&page=${page}`);
      if (media.some(({ status }) => status !== 6)) return false;
    }
    return true;
  };
  await until('all photos are ready', isReady, 600_000);
}

/** Jumps about in the album, each time to where it has not been. */
async function scrolled(browser: Browser, person: ApiPerson, albumId: string, options: object): Promise<number[]> {
  const page = await openAlbum(browser, person, albumId, options);
  const took = await page.evaluate(jumpAbout, SCROLLS);
  await page.context().close();
  return took;
}

async function openAlbum(browser: Browser, person: ApiPerson, albumId: string, options: object): Promise<Page> {
  const address = `${person.product.origin}/main/media?userId=${person.userId}&open=false&albumId=${albumId}`;
  const page = await windowOf(browser, person, options, address);
  await page.getByRole('heading', { name: 'Everything' }).waitFor();
  return page;
}

/** Runs in the page: from each scroll until, in the frame after they are decoded, all pictures in the window are drawn. */
async function jumpAbout(count: number): Promise<number[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const inSight = () =>
    [...document.querySelectorAll('li[data-index]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return top < window.innerHeight && bottom > 0;
    });
  const pictures = () => inSight().map((tile) => tile.querySelector('img'));
  const areThere = () => {
    const all = pictures();
    return all.length > 0 && all.every((picture) => picture?.complete && picture.naturalWidth > 0);
  };
  const painted = async () => {
    do await frame();
    while (!areThere());
    await Promise.all(pictures().flatMap((picture) => picture?.decode().catch(() => undefined) ?? []));
    await frame();
  };
  await painted();
  const took: number[] = [];
  const height = document.documentElement.scrollHeight - window.innerHeight;
  // The golden ratio leads everywhere and nowhere twice.
  for (let turn = 1; turn <= count; turn++) {
    const start = performance.now();
    window.scrollTo(0, height * ((turn * 0.618034) % 1));
    await painted();
    took.push(performance.now() - start);
  }
  return took;
}

/** Photos chosen in an empty album: from the end of the last answer to an upload until, in the frame after, all tiles are drawn. */
async function uploaded(browser: Browser, person: ApiPerson, photos: readonly Buffer[], folder: string) {
  let made = MEDIA;
  const write = async () => {
    const file = path.join(folder, `photo ${made}.jpg`);
    await writeFile(file, another(photos[made % DISTINCT], made));
    made++;
    return file;
  };
  const album = await person.album('Everything');
  const page = await openAlbum(browser, person, album._id, {});
  let shown = 0;
  const choose = async (count: number): Promise<number> => {
    const files: string[] = [];
    for (let at = 0; at < count; at++) files.push(await write());
    shown += count;
    const waiting = page.evaluate(waitForTiles, shown);
    await page
      .getByLabel(/: choose files$/)
      .first()
      .setInputFiles(files);
    return waiting;
  };
  const ones: number[] = [];
  for (let round = 0; round < 5; round++) ones.push(await choose(1));
  await page.context().close();
  const fresh = await person.album('Everything');
  const other = await openAlbum(browser, person, fresh._id, { viewport: { width: 1440, height: 2600 } });
  const files: string[] = [];
  for (let at = 0; at < CHOSEN; at++) files.push(await write());
  const waiting = other.evaluate(waitForTiles, CHOSEN);
  await other
    .getByLabel(/: choose files$/)
    .first()
    .setInputFiles(files);
  const manyMs = await waiting;
  await other.context().close();
  console.log(`  one photo: ${ones.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  return { oneMs: median(ones), manyMs };
}

/** Runs in the page. */
async function waitForTiles(count: number): Promise<number> {
  performance.setResourceTimingBufferSize(10_000);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const pictures = () => [...document.querySelectorAll<HTMLImageElement>('li[data-index] img')];
  const areThere = () => pictures().filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length >= count;
  do await frame();
  while (!areThere());
  await Promise.all(pictures().map((picture) => picture.decode().catch(() => undefined)));
  await frame();
  const now = performance.now();
  const ends = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/api/uploads/tus/'))
    .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return now - Math.max(...ends);
}
