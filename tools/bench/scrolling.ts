import type { Page } from '@playwright/test';

export interface Watched {
  /** Largest number of elements with this selector in the document. */
  drawnMax: number;
  longestTaskMs: number;
  /** Milliseconds between frames while something scrolled. */
  frames: number[];
  isScrolling: boolean;
}

/** Turns of a wheel: a quick hand makes some twenty in a second. */
const WHEEL_TURNS = 120;
const WHEEL_PIXELS = 120;
const WHEEL_PAUSE_MS = 50;

/** Every frame, every slow task and the most elements from now on, until `watchedIn`. */
export const watch = (page: Page, selector: string): Promise<void> => page.evaluate(watchFromNow, selector);

export const watchedIn = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

/** Half of the turns as one reads, half four times as far. */
export async function scroll(page: Page): Promise<void> {
  await page.mouse.move(900, 600);
  await page.evaluate(countFrames, true);
  for (let turn = 0; turn < WHEEL_TURNS; turn++) {
    await page.mouse.wheel(0, WHEEL_PIXELS * (turn < WHEEL_TURNS / 2 ? 1 : 4));
    await page.waitForTimeout(WHEEL_PAUSE_MS);
  }
  await page.evaluate(countFrames, false);
}

function countFrames(isScrolling: boolean): void {
  (window as unknown as { watched: Watched }).watched.isScrolling = isScrolling;
}

/** Runs in the page. */
function watchFromNow(selector: string): void {
  const watched: Watched = { drawnMax: 0, longestTaskMs: 0, frames: [], isScrolling: false };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTaskMs = Math.max(watched.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  let before = performance.now();
  const frame = (now: number) => {
    if (watched.isScrolling) watched.frames.push(now - before);
    before = now;
    watched.drawnMax = Math.max(watched.drawnMax, document.querySelectorAll(selector).length);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
