/** Fingers on an emulated phone: the browser gets them as from a screen, and makes its own scrolling and zooming of them if it may. */
import type { CDPSession, Locator, Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** Number of intermediate positions of a movement. */
const STEPS = 8;
const CALM_FRAMES = 10;

export class Fingers {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static on = async (page: Page): Promise<Fingers> => new Fingers(await page.context().newCDPSession(page));

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  }

  put = (...points: Point[]) => this.#send('touchStart', points);
  lift = () => this.#send('touchEnd', []);

  /** All of them, each to its own place. */
  async drag(from: Point[], to: Point[]): Promise<void> {
    for (let step = 1; step <= STEPS; step++) {
      const way = (start: number, end = start) => start + ((end - start) * step) / STEPS;
      await this.#send(
        'touchMove',
        from.map((point, finger) => ({ x: way(point.x, to[finger]?.x), y: way(point.y, to[finger]?.y) })),
      );
    }
  }

  async swipe(from: Point, to: Point): Promise<void> {
    await this.put(from);
    await this.drag([from], [to]);
    await this.lift();
  }

  /** A page that was swiped glides on, and the first tap on it then stops it and does nothing else. */
  async rest(page: Page): Promise<void> {
    await page.evaluate(async (calmFrames) => {
      for (let calm = 0, before = scrollY; calm < calmFrames; calm = scrollY === before ? calm + 1 : 0) {
        before = scrollY;
        await new Promise(requestAnimationFrame);
      }
    }, CALM_FRAMES);
  }

  async pinch(from: [Point, Point], to: [Point, Point]): Promise<void> {
    await this.put(...from);
    await this.drag(from, to);
    await this.lift();
  }

  async tap(at: Point): Promise<void> {
    await this.put(at);
    await this.lift();
  }
}

/** At its second try, of a menu that is still opening, Playwright would scroll the page, as no finger does: the menu would be under way. */
export const tapItem = (item: Locator): Promise<void> => item.tap({ scroll: 'none' });
