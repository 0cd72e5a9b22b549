import { randomUUID } from 'node:crypto';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { PersonRow } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { openSignedInPage } from '../../e2e/signed-in-page.ts';
import { share } from './console.people.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { readPageMetrics, scrollByWheel, startPageMetrics } from './scrolling.ts';

const ROWS = share(100_000);
const ROUNDS = 5;
const PAINT_LIMIT_MS = 300;
const FRAME_LIMIT_MS = 20;
const ELEMENTS_LIMIT = 100;
/** Replaces the page size of 10, so that a hundred thousand rows load quickly. The rows are copies of the server's rows with new ids. */
const PAGE_ROWS = 5000;
const ROW = 'tr[data-index]';
const LOADING_TIMEOUT_MS = 180_000;
const SETTLE_MS = 600;

/**
 * Measures the list of all users in a browser. Paint time runs from the last byte of the response until the frame after the one with the rows. Scrolling is
 * measured as the time between frames during wheel events in the middle of the loaded rows.
 */
export async function measurePage(admin: ApiPerson) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const paints: number[] = [];
    // The first visit fills the caches and is not measured.
    for (let round = 0; round <= ROUNDS; round++) {
      const paint = await timePaint(browser, admin);
      if (round > 0) paints.push(paint);
    }
    const { frames, maxElements, longestTaskMs, loadedMs } = await scrollThroughAll(browser, admin);
    console.log(
      `  (${ROWS} rows, ${PAGE_ROWS} at a time, loaded in ${Math.round(loadedMs / 1000)} s; the longest task during scrolling took`,
    );
    console.log(`  ${Math.round(longestTaskMs)} ms (0: none over 50); ${frames.length} frames, median ${median(frames).toFixed(1)} ms)`);
    return [
      createLimitResult(`all users: paint time after the response, maximum of ${ROUNDS}`, Math.max(...paints), PAINT_LIMIT_MS, 'ms'),
      createLimitResult(`frame of a scripted scroll in ${ROWS} rows, p95`, quantile(frames, 0.95), FRAME_LIMIT_MS, 'ms'),
      createLimitResult('rows in the document, maximum', maxElements, ELEMENTS_LIMIT, 'rows'),
    ];
  } finally {
    await browser.close();
  }
}

async function timePaint(browser: Browser, admin: ApiPerson): Promise<number> {
  const page = await openSignedInPage(browser, admin);
  await page.goto(`${admin.product.origin}/admin/AllUsers`, { waitUntil: 'commit' });
  const paint = await page.evaluate(measurePaintDelay, ROW);
  await page.context().close();
  return paint;
}

/** Runs in the page. Returns the time from the response until the rows are painted, in milliseconds. */
function measurePaintDelay(row: string): Promise<number> {
  return new Promise((resolve) => {
    const poll = (now: number) => {
      const response = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/users/search/user')) as
        | PerformanceResourceTiming
        | undefined;
      if (response && document.querySelector(row))
        requestAnimationFrame((painted) => resolve(Math.max(painted, now) - response.responseEnd));
      else requestAnimationFrame(poll);
    };
    requestAnimationFrame(poll);
  });
}

async function scrollThroughAll(browser: Browser, admin: ApiPerson) {
  const page = await openSignedInPage(browser, admin);
  const { result } = (await (
    await page.request.get(`${admin.product.origin}/api/users/search/user?dataPerPage=100`, {
      headers: { authorization: admin.token },
    })
  ).json()) as { result: PersonRow[] };
  const createRows = () => Array.from({ length: PAGE_ROWS }, (_, at) => ({ ...result[at % result.length], _id: randomUUID() }));
  await page.route('**/api/users/search/user?*', (route) => route.fulfill({ json: { error: false, result: createRows() } }));
  await page.goto(`${admin.product.origin}/admin/AllUsers`);
  await page.locator(ROW).first().waitFor();
  const start = performance.now();
  await loadRows(page);
  const loadedMs = performance.now() - start;
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForTimeout(SETTLE_MS);
  await startPageMetrics(page, ROW);
  await scrollByWheel(page);
  const metrics = await readPageMetrics(page);
  await page.context().close();
  return { ...metrics, loadedMs };
}

/** Scrolls to the end of the list until enough rows are loaded. */
async function loadRows(page: Page): Promise<void> {
  await page.waitForFunction(
    (count) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Number(document.querySelector('table')?.getAttribute('aria-rowcount')) > count;
    },
    ROWS,
    { timeout: LOADING_TIMEOUT_MS, polling: 'raf' },
  );
}
