import type { Page } from '@playwright/test';

export interface PageMetrics {
  /** Largest number of elements with this selector in the document. */
  maxElements: number;
  longestTaskMs: number;
  /** Times between frames during scrolling, in milliseconds. */
  frames: number[];
  isScrolling: boolean;
}

/** Wheel events, about twenty per second. */
const WHEEL_STEPS = 120;
const WHEEL_PIXELS = 120;
const WHEEL_PAUSE_MS = 50;

/** Starts to record frames, long tasks and the number of elements with this selector. */
export const startPageMetrics = (page: Page, selector: string): Promise<void> => page.evaluate(installPageMetrics, selector);

export const readPageMetrics = (page: Page): Promise<PageMetrics> =>
  page.evaluate(() => (window as unknown as { pageMetrics: PageMetrics }).pageMetrics);

/** Scrolls half of the steps at reading speed and the other half four times as fast. */
export async function scrollByWheel(page: Page): Promise<void> {
  await page.mouse.move(900, 600);
  await page.evaluate(setScrolling, true);
  for (let step = 0; step < WHEEL_STEPS; step++) {
    await page.mouse.wheel(0, WHEEL_PIXELS * (step < WHEEL_STEPS / 2 ? 1 : 4));
    await page.waitForTimeout(WHEEL_PAUSE_MS);
  }
  await page.evaluate(setScrolling, false);
}

function setScrolling(isScrolling: boolean): void {
  (window as unknown as { pageMetrics: PageMetrics }).pageMetrics.isScrolling = isScrolling;
}

/** Runs in the page. */
function installPageMetrics(selector: string): void {
  const pageMetrics: PageMetrics = { maxElements: 0, longestTaskMs: 0, frames: [], isScrolling: false };
  Object.assign(window, { pageMetrics });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pageMetrics.longestTaskMs = Math.max(pageMetrics.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  let lastFrameAt = performance.now();
  const frame = (now: number) => {
    if (pageMetrics.isScrolling) pageMetrics.frames.push(now - lastFrameAt);
    lastFrameAt = now;
    pageMetrics.maxElements = Math.max(pageMetrics.maxElements, document.querySelectorAll(selector).length);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
