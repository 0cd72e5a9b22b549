/** Measures a new album of 1,000 photos in a real browser: time until all visible tiles are painted after a scroll, and after an upload. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { createPhonePhoto } from '../../e2e/phone-photos.ts';
import { Product } from '../../e2e/product.ts';
import { openSignedInPage } from '../../e2e/signed-in-page.ts';
import { until } from '../../e2e/until.ts';
import { createLimitResult, median, quantile } from './figures.ts';

const MEDIA = Number(process.env['THUMBNAILS_COUNT'] ?? 1000);
const DISTINCT = 12;
const CONNECTIONS = 4;
const BATCH = 30;
const SCROLLS = 40;
const LIMIT_MS = 1000;
const DISPLAYS = [
  { name: 'desktop', options: {} },
  { name: 'high-density desktop', options: { deviceScaleFactor: 2 } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true } },
];
const SELECTED = 30;

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-thumbnails-'));
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const photos: Buffer[] = [];
    for (let at = 0; at < DISTINCT; at++) photos.push(await createPhonePhoto(at));
    console.log(`  photos of ${(median(photos.map(({ length }) => length)) / 1e6).toFixed(1)} MB`);
    const album = await person.album('Everything');
    await upload(person, album._id, photos);
    // Many renditions are not created yet at this point.
    const whileProcessing = await measureScrolls(browser, person, album._id, {});
    await waitUntilReady(person, album._id);
    const results = [
      createLimitResult(
        `${MEDIA} photos, the last just uploaded: scroll to all tiles painted, p95`,
        quantile(whileProcessing, 0.95),
        LIMIT_MS,
        'ms',
      ),
    ];
    for (const { name, options } of DISPLAYS) {
      const durations = await measureScrolls(browser, person, album._id, options);
      console.log(`  ${name}: median ${median(durations).toFixed(0)} ms, p95 ${quantile(durations, 0.95).toFixed(0)} ms`);
      results.push(
        createLimitResult(`all ready, ${name}: scroll to all tiles painted, maximum of ${SCROLLS}`, Math.max(...durations), LIMIT_MS, 'ms'),
      );
    }
    const { singleMedianMs, manyMs } = await measureUploads(browser, person, photos, folder);
    results.push(
      createLimitResult('one photo: end of its upload until its tile is painted, median of five', singleMedianMs, LIMIT_MS, 'ms'),
      createLimitResult(`${SELECTED} photos: end of the last upload until all tiles are painted`, manyMs, LIMIT_MS, 'ms'),
    );
    return results;
  } finally {
    await browser.close();
    await product.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a different file of the same photo by adding bytes after the end of the JPEG, which do not belong to the image. */
const createVariant = (photo: Buffer | undefined, at: number): Buffer => Buffer.concat([photo ?? Buffer.alloc(0), Buffer.from(String(at))]);

async function upload(person: ApiPerson, albumId: string, photos: readonly Buffer[]): Promise<void> {
  let next = 0;
  const uploadInLane = async () => {
    for (let first = next; first < MEDIA; first = next) {
      next = Math.min(MEDIA, first + BATCH);
      const keys: string[] = [];
      for (let at = first; at < Math.min(MEDIA, first + BATCH); at++)
        keys.push((await person.upload(`photo ${at}.jpg`, createVariant(photos[at % DISTINCT], at))).key);
      await person.attach(albumId, keys);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, uploadInLane));
}

async function waitUntilReady(person: ApiPerson, albumId: string): Promise<void> {
  const isReady = async () => {
    for (let page = 1; page <= Math.ceil(MEDIA / 300); page++) {
      const media = await person.request<{ status: number }[]>('GET', `/medias/${albumId}?dataPerPage=300&page=${page}`);
      if (media.some(({ status }) => status !== 6)) return false;
    }
    return true;
  };
  await until('all photos are ready', isReady, 600_000);
}

/** Scrolls to new positions of the album. Returns the time until the tiles are painted after each jump, in milliseconds. */
async function measureScrolls(browser: Browser, person: ApiPerson, albumId: string, options: object): Promise<number[]> {
  const page = await openAlbum(browser, person, albumId, options);
  const durations = await page.evaluate(timeJumps, SCROLLS);
  await page.context().close();
  return durations;
}

async function openAlbum(browser: Browser, person: ApiPerson, albumId: string, options: object): Promise<Page> {
  const address = `${person.product.origin}/main/media?userId=${person.userId}&open=false&albumId=${albumId}`;
  const page = await openSignedInPage(browser, person, options, address);
  await page.getByRole('heading', { name: 'Everything' }).waitFor();
  return page;
}

/** Runs in the page. Returns the time from each scroll until all visible images are decoded and painted, in milliseconds. */
async function timeJumps(count: number): Promise<number[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const findVisibleTiles = () =>
    [...document.querySelectorAll('li[data-index]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return top < window.innerHeight && bottom > 0;
    });
  const findImages = () => findVisibleTiles().map((tile) => tile.querySelector('img'));
  const areLoaded = () => {
    const all = findImages();
    return all.length > 0 && all.every((image) => image?.complete && image.naturalWidth > 0);
  };
  const waitUntilPainted = async () => {
    do await frame();
    while (!areLoaded());
    await Promise.all(findImages().flatMap((image) => image?.decode().catch(() => undefined) ?? []));
    await frame();
  };
  await waitUntilPainted();
  const durations: number[] = [];
  const height = document.documentElement.scrollHeight - window.innerHeight;
  // Multiples of the golden ratio spread evenly and never repeat a position.
  for (let jump = 1; jump <= count; jump++) {
    const start = performance.now();
    window.scrollTo(0, height * ((jump * 0.618034) % 1));
    await waitUntilPainted();
    durations.push(performance.now() - start);
  }
  return durations;
}

/** Uploads selected photos to an empty album. Measures the time from the last response to an upload until all tiles are painted. */
async function measureUploads(browser: Browser, person: ApiPerson, photos: readonly Buffer[], folder: string) {
  let nextNumber = MEDIA;
  const write = async () => {
    const file = path.join(folder, `photo ${nextNumber}.jpg`);
    await writeFile(file, createVariant(photos[nextNumber % DISTINCT], nextNumber));
    nextNumber++;
    return file;
  };
  const album = await person.album('Everything');
  const page = await openAlbum(browser, person, album._id, {});
  let shown = 0;
  const selectFiles = async (count: number): Promise<number> => {
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
  const singleMs: number[] = [];
  for (let round = 0; round < 5; round++) singleMs.push(await selectFiles(1));
  await page.context().close();
  const secondAlbum = await person.album('Everything');
  const tallPage = await openAlbum(browser, person, secondAlbum._id, { viewport: { width: 1440, height: 2600 } });
  const files: string[] = [];
  for (let at = 0; at < SELECTED; at++) files.push(await write());
  const waiting = tallPage.evaluate(waitForTiles, SELECTED);
  await tallPage
    .getByLabel(/: choose files$/)
    .first()
    .setInputFiles(files);
  const manyMs = await waiting;
  await tallPage.context().close();
  console.log(`  one photo: ${singleMs.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  return { singleMedianMs: median(singleMs), manyMs };
}

/** Runs in the page. Returns the time from the last response to an upload until `count` tiles are painted, in milliseconds. */
async function waitForTiles(count: number): Promise<number> {
  performance.setResourceTimingBufferSize(10_000);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const findImages = () => [...document.querySelectorAll<HTMLImageElement>('li[data-index] img')];
  const areLoaded = () => findImages().filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length >= count;
  do await frame();
  while (!areLoaded());
  await Promise.all(findImages().map((image) => image.decode().catch(() => undefined)));
  await frame();
  const now = performance.now();
  const ends = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/api/uploads/tus/'))
    .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return now - Math.max(...ends);
}
