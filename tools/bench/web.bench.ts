/** Metrics of a first visit on a slow phone, measured by the browser: public home page and /login. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { Product } from '../../e2e/product.ts';
import { createLimitResult, median } from './figures.ts';

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;
const LCP_LIMIT_MS = 2000;
const CLS_LIMIT = 0.02;
/** Time after the network is idle in which late fonts and scripts may still shift the layout. */
const SETTLE_MS = 1500;

const PATHS = ['/', '/login'];
const VIEWPORT = { width: 390, height: 844 };

interface Visit {
  lcpMs: number;
  cls: number;
}

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const results = [];
    for (const path of PATHS) {
      const visits: Visit[] = [];
      for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, `${product.origin}${path}`));
      const lcp = median(visits.map(({ lcpMs }) => lcpMs));
      // The maximum counts, because a single layout shift is visible to users.
      const cls = Math.max(...visits.map((entry) => entry.cls));
      results.push(
        createLimitResult(`${path}: largest contentful paint`, lcp, LCP_LIMIT_MS, 'ms'),
        createLimitResult(`${path}: layout shift`, cls, CLS_LIMIT, ''),
      );
    }
    return results;
  } finally {
    await browser.close();
    await product.remove();
  }
}

/** Visits the page with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  const metrics = await readVisit(page);
  await context.close();
  return metrics;
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Runs in the page before its own scripts. */
function observe() {
  const metrics = { lcpMs: 0, cls: 0 };
  Object.assign(window, { metrics });
  const observeEach = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observeEach('largest-contentful-paint', (entry) => {
    metrics.lcpMs = entry.startTime;
  });
  observeEach('layout-shift', (entry) => {
    metrics.cls += (entry as PerformanceEntry & { value: number }).value;
  });
}

async function readVisit(page: Page): Promise<Visit> {
  const metrics = await page.evaluate(() => (window as unknown as { metrics: Visit }).metrics);
  if (metrics.lcpMs === 0) throw new Error('The browser reported no paint.');
  return metrics;
}
