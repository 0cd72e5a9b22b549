import { randomUUID } from 'node:crypto';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { PersonRow } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import { windowOf } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { share } from './console.people.ts';
import { against, median, quantile } from './figures.ts';
import { scroll, watch, watchedIn } from './scrolling.ts';

const ROWS = share(100_000);
const ROUNDS = 5;
const PAINT_LIMIT_MS = 300;
const FRAME_LIMIT_MS = 20;
const DRAWN_LIMIT = 100;
/** Replaces the page size of 10, so that a hundred thousand rows load quickly. The rows are copies of the server's rows with new ids. */
const ROWS_AT_ONCE = 5000;
const ROW = 'tr[data-index]';
const LOADING_LIMIT_MS = 180_000;
const SETTLE_MS = 600;

/**
 * The list of all users in a browser. Painting: from the last byte of the list's answer until the frame after the one with its rows. Scrolling: the time
 * between two frames while a wheel turns over rows that are all there, in the middle of them.
 */
export async function measurePage(admin: ApiPerson) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const paints: number[] = [];
    // The first visit loads what is kept afterwards, and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const paint = await timePaint(browser, admin);
      if (round > 0) paints.push(paint);
    }
    const { frames, drawnMax, longestTaskMs, loadedMs } = await scrollThroughAll(browser, admin);
    console.log(
      `  (${ROWS} rows, ${ROWS_AT_ONCE} at a time, were there in ${Math.round(loadedMs / 1000)} s; while they were scrolled the longest task took`,
    );
    console.log(
      `  ${Math.round(longestTaskMs)} ms (0: none over 50); ${frames.length} frames, a usual one ${median(frames).toFixed(1)} ms)`,
    );
    return [
      against(`all users painted after the answer, worst of ${ROUNDS}`, Math.max(...paints), PAINT_LIMIT_MS, 'ms'),
      against(`frame of a scripted scroll in ${ROWS} rows, p95`, quantile(frames, 0.95), FRAME_LIMIT_MS, 'ms'),
      against('rows in the document, most', drawnMax, DRAWN_LIMIT, 'rows'),
    ];
  } finally {
    await browser.close();
  }
}

async function timePaint(browser: Browser, admin: ApiPerson): Promise<number> {
  const page = await windowOf(browser, admin);
  await page.goto(`${admin.product.origin}/admin/AllUsers`, { waitUntil: 'commit' });
  const paint = await page.evaluate(paintAfterAnswer, ROW);
  await page.context().close();
  return paint;
}

/** Runs in the page. */
function paintAfterAnswer(row: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (now: number) => {
      const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/users/search/user')) as
        | PerformanceResourceTiming
        | undefined;
      if (answer && document.querySelector(row)) requestAnimationFrame((painted) => resolve(Math.max(painted, now) - answer.responseEnd));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function scrollThroughAll(browser: Browser, admin: ApiPerson) {
  const page = await windowOf(browser, admin);
  const { result } = (await (
    await page.request.get(`${admin.product.origin}/api/users/search/user?dataPerPage=100`, {
      headers: { authorization: admin.token },
    })
  ).json()) as { result: PersonRow[] };
  const answer = () => Array.from({ length: ROWS_AT_ONCE }, (_, at) => ({ ...result[at % result.length], _id: randomUUID() }));
  await page.route('**/api/users/search/user?*', (route) => route.fulfill({ json: { error: false, result: answer() } }));
  await page.goto(`${admin.product.origin}/admin/AllUsers`);
  await page.locator(ROW).first().waitFor();
  const start = performance.now();
  await loadRows(page);
  const loadedMs = performance.now() - start;
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForTimeout(SETTLE_MS);
  await watch(page, ROW);
  await scroll(page);
  const watched = await watchedIn(page);
  await page.context().close();
  return { ...watched, loadedMs };
}

/** Scrolls to the end of the list until enough rows are loaded. */
async function loadRows(page: Page): Promise<void> {
  await page.waitForFunction(
    (count) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Number(document.querySelector('table')?.getAttribute('aria-rowcount')) > count;
    },
    ROWS,
    { timeout: LOADING_LIMIT_MS, polling: 'raf' },
  );
}
