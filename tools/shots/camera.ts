import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { ERRORS } from '@vitrine/contract';
import { arriveAs } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import type { Shot } from './pages.ts';
import type { Member, Viewer } from './things.ts';

export const SIZES = { 360: 780, 390: 844, 768: 1024, 1440: 900, 1920: 1080 } as const;
export type Width = keyof typeof SIZES;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Taken {
  shot: Shot;
  theme: Theme;
  /** PNG, of the page as high as it is; of the window where a dialog is open. */
  picture: Buffer;
}

const PAGE_WITHIN_MS = 20_000;
const PICTURES_WITHIN_MS = 6000;
/** Skeletons are shown by then. */
const SETTLED_MS = 1500;
/** Maximum number of windows for a long page. */
const MOST_WINDOWS = 4;

/** How the server responds to a page: with everything, not at all as if it took forever, or with errors. */
export const ANSWERS = ['all', 'none', 'errors'] as const;
export type Answers = (typeof ANSWERS)[number];

const USUAL_TEXT_PX = 16;
/** Wider than a phone, which is touched and not pointed at. */
const TABLET = 768;

/** As the browser's own settings have it, so that widths that count in text follow. Hover: 1 none, 2 yes. Pointer: 2 a finger, 4 a mouse. */
function settingsOf(width: Width, textPercent: number): string {
  const [hover, pointer] = width < TABLET ? [1, 2] : [2, 4];
  const text = Math.round((USUAL_TEXT_PX * textPercent) / 100);
  const touch = `primaryHoverType=${hover},availableHoverTypes=${hover},primaryPointerType=${pointer},availablePointerTypes=${pointer}`;
  return `--blink-settings=defaultFontSize=${text},${touch}`;
}

/** One browser for a size, and a page at a time: it needs little memory. */
export async function openCamera(origin: string, members: readonly Member[], answers: Answers, width: Width, textPercent: number) {
  const args = [...CHROMIUM_FLAGS, settingsOf(width, textPercent)];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  let sitting: { viewer: Viewer; context: BrowserContext; page: Page } | undefined;

  const pageOf = async (viewer: Viewer): Promise<Page> => {
    if (sitting?.viewer === viewer) return sitting.page;
    await sitting?.context.close();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    sitting = { viewer, context, page };
    const member = members.find((known) => known.viewer === viewer);
    if (member) {
      await arriveAs(page, member.person, `${origin}/main`);
      await page.waitForURL((url) => !url.searchParams.has('auth'));
      await page.getByRole('navigation').first().waitFor();
    }
    if (member?.things.itemId) await fillBasket(page, member.person.userId, member.things.itemId);
    if (answers !== 'all') await holdAnswers(page, answers, await findFrame(page, origin, viewer));
    return page;
  };

  return {
    /** The same page in each of the themes. */
    async take(shot: Shot, themes: readonly Theme[]): Promise<Taken[]> {
      const page = await pageOf(shot.viewer);
      await page.setViewportSize({ width, height: SIZES[width] });
      await open(page, origin + shot.address, answers === 'none' ? 0 : PAGE_WITHIN_MS / 2);
      if (answers !== 'all') await untilItsStateIsShown(page, answers);
      await growToPage(page, width);
      const taken: Taken[] = [];
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await untilPicturesAreThere(page);
        taken.push({ shot, theme, picture: await page.screenshot({ animations: 'disabled' }) });
      }
      return taken;
    },
    close: () => closeAll(browser),
  };
}

const closeAll = (browser: Browser) => browser.close();

/** Opens a page. A page that never becomes idle, such as one with a playing video, is captured after the limit. */
async function open(page: Page, address: string, silentWithinMs = PAGE_WITHIN_MS / 2): Promise<void> {
  await page.goto(address, { waitUntil: 'load', timeout: PAGE_WITHIN_MS });
  // A limit of 0 would mean no limit, and a page without responses never becomes idle.
  if (silentWithinMs > 0) await page.waitForLoadState('networkidle', { timeout: silentWithinMs }).catch(() => undefined);
}

/** Waits for the state of a page. Without responses it never becomes idle, and errors appear late. */
async function untilItsStateIsShown(page: Page, answers: Answers): Promise<void> {
  await page
    .locator('main')
    .waitFor({ timeout: PAGE_WITHIN_MS / 2 })
    .catch(() => undefined);
  // Failed requests are retried three times, and parts of a page can fail at different times.
  if (answers === 'errors')
    await page
      .getByText('Couldn’t load this')
      .first()
      .waitFor({ timeout: PAGE_WITHIN_MS })
      .catch(() => undefined);
  await page.waitForTimeout(SETTLED_MS);
}

/** Two pages for each frame. Requests that both pages send belong to the frame around them. */
const FRAMES: Partial<Record<Viewer, [string, string]>> = {
  owner: ['/main/bin', '/main/notification'],
  newcomer: ['/main/bin', '/main/notification'],
  partner: ['/main/bin', '/main/notification'],
  admin: ['/admin/faqs', '/admin/messages'],
};

/** Finds the paths that the frame around every page requests. Without responses to them, no page would load. */
async function findFrame(page: Page, origin: string, viewer: Viewer): Promise<Set<string>> {
  const asked: Set<string>[] = [];
  const note = (request: Request) => asked.at(-1)?.add(new URL(request.url()).pathname);
  page.on('request', note);
  for (const address of FRAMES[viewer] ?? []) {
    asked.push(new Set());
    await open(page, origin + address);
  }
  page.off('request', note);
  const [first = new Set<string>(), second = new Set<string>()] = asked;
  return new Set([...first].filter((path) => second.has(path)));
}

/** Worded as by the server: the page takes a response of any other shape for a proxy's and says that the server is unavailable. */
const FAILURE = { error: true, code: 'INTERNAL', message: ERRORS.INTERNAL.message };

const holdAnswers = (page: Page, answers: Answers, frame: ReadonlySet<string>) =>
  page.route('**/api/**', async (route) => {
    if (frame.has(new URL(route.request().url()).pathname)) await route.fallback();
    else if (answers === 'errors') await route.fulfill({ status: 500, json: FAILURE });
  });

/** Only the browser stores the basket, under the key that apps/web/src/areas/shop/use-basket.ts reads. */
const fillBasket = (page: Page, userId: string, itemId: string) =>
  page.evaluate(([name, lines]) => localStorage.setItem(name, lines), [
    `basket:${userId}`,
    JSON.stringify([{ itemId, quantity: 2 }]),
  ] as const);

/**
 * The window becomes as high as its page: a picture of more than the window has the bars of its edges in its middle. A dialog covers
 * the window and no more.
 */
async function growToPage(page: Page, width: Width): Promise<void> {
  if ((await page.locator('[role=dialog], [role=alertdialog]').count()) > 0) return;
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.min(Math.max(tall, SIZES[width]), SIZES[width] * MOST_WINDOWS);
  await page.setViewportSize({ width, height });
}

const untilPicturesAreThere = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
        return seen.every((image) => image.complete);
      },
      undefined,
      { timeout: PICTURES_WITHIN_MS },
    )
    .catch(() => undefined);
