/**
 * Measures the timeline of 100,000 photos in a real browser: time until the page shows its first images, and those of any month selected on the date rail.
 * Times run from the click, or from the press on the rail, until every tile in the window shows its image and is painted.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../apps/server/src/platform/database/database.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { makeHugeAlbum } from '../../e2e/huge-album.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { openSignedInPage } from '../../e2e/signed-in-page.ts';
import { createLimitResult, median, quantile } from './figures.ts';

const MEDIA_COUNT = 100_000;
/** Number of different photos. */
const DISTINCT_PHOTOS = 30;
/** Interval between the capture dates, which spreads the photos over 22 years. */
const PHOTO_INTERVAL = '2 hours';
const ROUNDS = 5;
const SCRUBS = 20;
const OPEN_LIMIT_MS = 1000;
const SCRUB_LIMIT_MS = 300;
/** Pause before each measurement, so that all start from an idle page. */
const SETTLE_MS = 600;
/** Triggers and all indexes of the table make this update slow. */
const UPDATE_TIMEOUT_MS = 300_000;

interface Round {
  openMs: number;
  scrubMs: number[];
}

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const albumId = await makeHugeAlbum(person, 'Everything', MEDIA_COUNT, DISTINCT_PHOTOS);
    await withProductDatabase(product, (db) => spreadOverYears(db, albumId), UPDATE_TIMEOUT_MS);
    // The first visit creates the renditions and is not measured.
    await visit(browser, person);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, person));
    const opened = rounds.map(({ openMs }) => openMs);
    const scrubs = rounds.flatMap(({ scrubMs }) => scrubMs);
    console.log(`  opened in ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    console.log(`  ${scrubs.length} jumps: median ${median(scrubs).toFixed(0)}, maximum ${Math.max(...scrubs).toFixed(0)} ms`);
    return [
      createLimitResult(`timeline of ${MEDIA_COUNT} opened, median`, median(opened), OPEN_LIMIT_MS, 'ms'),
      createLimitResult('scrub to any month until its images are loaded, p95', quantile(scrubs, 0.95), SCRUB_LIMIT_MS, 'ms'),
    ];
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function spreadOverYears(db: DatabaseHandle['db'], albumId: string): Promise<void> {
  // Without statistics, the triggers of these rows use plans for a small table.
  await sql`analyze media, files`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`update media set taken_clock_at = timestamptz '2026-01-01 12:00Z' - sequence * ${PHOTO_INTERVAL}::interval where album_id = ${albumId}`.execute(
      tx,
    );
  });
  await sql`vacuum analyze media`.execute(db);
}

/** Opens the albums, opens the timeline by a click within the app, and clicks on several places of its date rail. */
async function visit(browser: Browser, person: ApiPerson): Promise<Round> {
  const page = await openSignedInPage(browser, person);
  await page.locator('a[href*="albumId="]').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(installClock);
  await page.getByRole('link', { name: 'Photos', exact: true }).click();
  const openMs = await readClock(page);
  const rail = await page.getByRole('slider', { name: 'Month' }).boundingBox();
  if (!rail) throw new Error('The page has no date rail.');
  const scrubMs: number[] = [];
  for (let scrub = 0; scrub < SCRUBS; scrub++) {
    await page.waitForTimeout(SETTLE_MS);
    // Multiples of the golden ratio: each position is new and far from the last one.
    const share = ((scrub * 0.618 + 0.3) % 1) * 0.98 + 0.01;
    await page.mouse.click(rail.x + rail.width / 2, rail.y + rail.height * share);
    scrubMs.push(await readClock(page));
  }
  await page.context().close();
  return { openMs, scrubMs };
}

const readClock = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { clock: Promise<number> }).clock);

/** Runs in the page. Sets `window.clock` to the time from each press until every tile in the window is painted. */
function installClock(): void {
  const isOnScreen = (tile: Element) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  const isLoaded = (tile: Element) => {
    const image = tile.querySelector('img');
    return image !== null && image.complete && image.naturalWidth > 0;
  };
  const clockWindow = window as unknown as { clock: Promise<number> };
  window.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const previousImages = new Set(document.querySelectorAll('li[data-index] img'));
      clockWindow.clock = new Promise((resolve) => {
        const poll = () => {
          const tiles = [...document.querySelectorAll('li[data-index]')].filter(isOnScreen);
          const isNew = tiles.some((tile) => !previousImages.has(tile.querySelector('img') ?? tile));
          if (tiles.length > 0 && isNew && tiles.every(isLoaded)) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(poll);
        };
        requestAnimationFrame(poll);
      });
    },
    true,
  );
}
