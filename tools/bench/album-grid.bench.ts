/** An album of 100,000 photos in a real browser: how soon it shows something, how smoothly it is scrolled, how soon its end is reached. */
import { type Browser, chromium } from '@playwright/test';
import { ApiPerson } from '../../e2e/api.ts';
import { windowOf } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { makeHugeAlbum } from '../../e2e/huge-album.ts';
import { Product } from '../../e2e/product.ts';
import { against, median, quantile } from './figures.ts';
import { scroll, type Watched, watch, watchedIn } from './scrolling.ts';

const MEDIA = 100_000;
/** Different pictures among them. */
const PHOTOS = 30;
const ROUNDS = 5;
const OPEN_LIMIT_MS = 1500;
const TILES_LIMIT = 200;
const TASK_LIMIT_MS = 100;
const FRAME_LIMIT_MS = 20;
const END_LIMIT_MS = 500;
/** Lets the page settle, so that what is measured next begins alike. */
const SETTLE_MS = 600;

interface Round extends Watched {
  openMs: number;
  endMs: number;
}

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const albumId = await makeHugeAlbum(person, 'Everything', MEDIA, PHOTOS);
    // The first visit makes the pictures' small copies and is not counted.
    await visit(browser, person, albumId);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, person, albumId));
    return results(rounds);
  } finally {
    await browser.close();
    await product.remove();
  }
}

function results(rounds: Round[]) {
  const frames = rounds.flatMap((round) => round.frames);
  console.log(`  frames: ${frames.length}, a usual one ${median(frames).toFixed(1)} ms (${Math.round(1000 / median(frames))} Hz)`);
  return [
    against(`first real tiles of ${MEDIA} after navigation, median`, median(rounds.map(({ openMs }) => openMs)), OPEN_LIMIT_MS, 'ms'),
    against('tiles in the DOM, most', Math.max(...rounds.map(({ drawnMax }) => drawnMax)), TILES_LIMIT, 'tiles'),
    // One slow task is one too many: the worst of all rounds counts.
    against('longest task, worst (0: none over 50)', Math.max(...rounds.map((one) => one.longestTaskMs)), TASK_LIMIT_MS, 'ms'),
    against('frame of a scripted scroll, p95', quantile(frames, 0.95), FRAME_LIMIT_MS, 'ms'),
    against('End key to the last picture, median', median(rounds.map(({ endMs }) => endMs)), END_LIMIT_MS, 'ms'),
  ];
}

/** Signs in, opens the album by a click within the running app, scrolls, jumps to the end. */
async function visit(browser: Browser, person: ApiPerson, albumId: string): Promise<Round> {
  const page = await windowOf(browser, person);
  const card = page.locator(`a[href*="${albumId}"]`).first();
  await card.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await watch(page, 'li[data-index]');
  const openMs = await page.evaluate(openAlbum, albumId);
  await page.waitForTimeout(SETTLE_MS);
  await scroll(page);
  await page.waitForTimeout(SETTLE_MS);
  const endMs = await page.evaluate(jumpToEnd, MEDIA);
  const watched = await watchedIn(page);
  await page.context().close();
  return { ...watched, openMs, endMs };
}

/** Runs in the page: from the click until every tile in the window shows its picture. */
function openAlbum(albumId: string): Promise<number> {
  const isOnScreen = (tile: Element) => tile.getBoundingClientRect().top < window.innerHeight;
  const isThere = (tile: Element) => {
    const picture = tile.querySelector('img');
    return picture !== null && picture.complete && picture.naturalWidth > 0;
  };
  return new Promise((resolve) => {
    const start = performance.now();
    document.querySelector<HTMLElement>(`a[href*="${albumId}"]`)?.click();
    const look = () => {
      const tiles = [...document.querySelectorAll('li[data-index]')].filter(isOnScreen);
      if (tiles.length > 0 && tiles.every(isThere)) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page: as the End key does, from the scroll until the last tile shows its picture. */
function jumpToEnd(count: number): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    window.scrollTo(0, document.documentElement.scrollHeight);
    const look = () => {
      const picture = document.querySelector<HTMLImageElement>(`li[data-index="${count - 1}"] img`);
      if (picture?.complete && picture.naturalWidth > 0) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  });
}
