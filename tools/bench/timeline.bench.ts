/**
 * 100,000 photos by month in a real browser: how soon the page shows its first pictures, and those of any month the rail leads to. Clocks run
 * from the click, or from the press on the rail, until every tile in the window shows its picture, and one frame more in which it is drawn.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../apps/server/src/platform/database/database.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { windowOf } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { makeHugeAlbum } from '../../e2e/huge-album.ts';
import { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { against, median, quantile } from './figures.ts';

const MEDIA = 100_000;
/** Different pictures among them. */
const PHOTOS = 30;
/** One photo so often, into the past: 22 years of them. */
const EVERY = '2 hours';
const ROUNDS = 5;
const SCRUBS = 20;
const OPEN_LIMIT_MS = 1000;
const SCRUB_LIMIT_MS = 300;
/** Lets the page settle, so that what is measured next begins alike. */
const SETTLE_MS = 600;

/** Each row tells its triggers and every index of the table. */
const FILL_LIMIT_MS = 300_000;

interface Round {
  openMs: number;
  scrubMs: number[];
}

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const albumId = await makeHugeAlbum(person, 'Everything', MEDIA, PHOTOS);
    await withProductDatabase(product, (db) => spreadOverYears(db, albumId), FILL_LIMIT_MS);
    // The first visit makes the pictures' small copies and is not counted.
    await visit(browser, person);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, person));
    const opened = rounds.map(({ openMs }) => openMs);
    const scrubs = rounds.flatMap(({ scrubMs }) => scrubMs);
    console.log(`  opened in ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    console.log(`  ${scrubs.length} jumps: median ${median(scrubs).toFixed(0)}, worst ${Math.max(...scrubs).toFixed(0)} ms`);
    return [
      against(`timeline of ${MEDIA} opened, median`, median(opened), OPEN_LIMIT_MS, 'ms'),
      against('scrub to any month until its pictures are there, p95', quantile(scrubs, 0.95), SCRUB_LIMIT_MS, 'ms'),
    ];
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function spreadOverYears(db: DatabaseHandle['db'], albumId: string): Promise<void> {
  // Without it, the triggers of these rows are planned for a small table.
  await sql`analyze media, files`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`update media set taken_clock_at = timestamptz '2026-01-01 12:00Z' - sequence * ${EVERY}::interval where album_id = ${albumId}`.execute(
      tx,
    );
  });
  await sql`vacuum analyze media`.execute(db);
}

/** Opens the albums, opens the timeline by a click within the app, and clicks on several places of its date rail. */
async function visit(browser: Browser, person: ApiPerson): Promise<Round> {
  const page = await windowOf(browser, person);
  await page.locator('a[href*="albumId="]').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(installClock);
  await page.getByRole('link', { name: 'Photos', exact: true }).click();
  const openMs = await readClock(page);
  const rail = await page.getByRole('slider', { name: 'Month' }).boundingBox();
  if (!rail) throw new Error('There is no rail.');
  const scrubMs: number[] = [];
  for (let scrub = 0; scrub < SCRUBS; scrub++) {
    await page.waitForTimeout(SETTLE_MS);
    // Far from where the last one led, and not twice to one place.
    const share = ((scrub * 0.618 + 0.3) % 1) * 0.98 + 0.01;
    await page.mouse.click(rail.x + rail.width / 2, rail.y + rail.height * share);
    scrubMs.push(await readClock(page));
  }
  await page.context().close();
  return { openMs, scrubMs };
}

const readClock = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { clock: Promise<number> }).clock);

/** Runs in the page: each press starts a clock that ends when every tile in the window is drawn. */
function installClock(): void {
  const isOnScreen = (tile: Element) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  const isThere = (tile: Element) => {
    const picture = tile.querySelector('img');
    return picture !== null && picture.complete && picture.naturalWidth > 0;
  };
  const hold = window as unknown as { clock: Promise<number> };
  window.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const before = new Set(document.querySelectorAll('li[data-index] img'));
      hold.clock = new Promise((resolve) => {
        const look = () => {
          const tiles = [...document.querySelectorAll('li[data-index]')].filter(isOnScreen);
          const isNew = tiles.some((tile) => !before.has(tile.querySelector('img') ?? tile));
          if (tiles.length > 0 && isNew && tiles.every(isThere)) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    },
    true,
  );
}
