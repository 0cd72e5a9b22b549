/** Touch input on an emulated phone. The browser scrolls and zooms as with a real touch screen, unless the page prevents it. */
import type { CDPSession, Locator, Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** Number of intermediate positions of a movement. */
const STEPS = 8;
const STILL_FRAMES = 10;

export class TouchInput {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static attach = async (page: Page): Promise<TouchInput> => new TouchInput(await page.context().newCDPSession(page));

  async #dispatch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  }

  press = (...points: Point[]) => this.#dispatch('touchStart', points);
  release = () => this.#dispatch('touchEnd', []);

  /** Moves all fingers at the same time. */
  async drag(from: Point[], to: Point[]): Promise<void> {
    for (let step = 1; step <= STEPS; step++) {
      const interpolate = (start: number, end = start) => start + ((end - start) * step) / STEPS;
      await this.#dispatch(
        'touchMove',
        from.map((point, finger) => ({ x: interpolate(point.x, to[finger]?.x), y: interpolate(point.y, to[finger]?.y) })),
      );
    }
  }

  async swipe(from: Point, to: Point): Promise<void> {
    await this.press(from);
    await this.drag([from], [to]);
    await this.release();
  }

  /** Waits until a swiped page stops scrolling. A tap before that would only stop the scrolling. */
  async waitUntilStill(page: Page): Promise<void> {
    await page.evaluate(async (requiredFrames) => {
      for (
        let stillFrames = 0, lastScrollY = scrollY;
        stillFrames < requiredFrames;
        stillFrames = scrollY === lastScrollY ? stillFrames + 1 : 0
      ) {
        lastScrollY = scrollY;
        await new Promise(requestAnimationFrame);
      }
    }, STILL_FRAMES);
  }

  async pinch(from: [Point, Point], to: [Point, Point]): Promise<void> {
    await this.press(...from);
    await this.drag(from, to);
    await this.release();
  }

  async tap(at: Point): Promise<void> {
    await this.press(at);
    await this.release();
  }
}

/** Taps a menu item without scrolling. While a menu opens, Playwright's retry would scroll the page and move the menu. */
export const tapMenuItem = (item: Locator): Promise<void> => item.tap({ scroll: 'none' });
