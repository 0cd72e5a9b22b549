import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { ERRORS } from '@vitrine/contract';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { openSignInLink } from '../../e2e/signed-in-page.ts';
import type { Shot } from './pages.ts';
import type { Member, Viewer } from './viewers.ts';

export const SIZES = { 360: 780, 390: 844, 768: 1024, 1440: 900, 1920: 1080 } as const;
export type Width = keyof typeof SIZES;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Screenshot {
  shot: Shot;
  theme: Theme;
  /** PNG of the full page, or of the viewport when a dialog is open. */
  image: Buffer;
}

const PAGE_TIMEOUT_MS = 20_000;
const IMAGES_TIMEOUT_MS = 6000;
/** Time until skeletons are shown. */
const SKELETON_DELAY_MS = 1500;
/** Maximum height of a screenshot, in viewports. */
const MAX_VIEWPORTS = 4;

/** How the server responds to a page: normally, not at all, or with errors. */
export const RESPONSE_MODES = ['all', 'none', 'errors'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

const DEFAULT_TEXT_PX = 16;
/** Minimum width with a mouse. Narrower viewports simulate touch. */
const TABLET = 768;

/** Returns a flag that changes the browser's settings, so that relative units follow the text size. Hover: 1 none, 2 available. Pointer: 2 coarse, 4 fine. */
function createSettings(width: Width, textPercent: number): string {
  const [hover, pointer] = width < TABLET ? [1, 2] : [2, 4];
  const text = Math.round((DEFAULT_TEXT_PX * textPercent) / 100);
  const touch = `primaryHoverType=${hover},availableHoverTypes=${hover},primaryPointerType=${pointer},availablePointerTypes=${pointer}`;
  return `--blink-settings=defaultFontSize=${text},${touch}`;
}

/** Opens a browser for one size. It has one page at a time, which limits its memory. */
export async function openCamera(
  origin: string,
  members: readonly Member[],
  responseMode: ResponseMode,
  width: Width,
  textPercent: number,
) {
  const args = [...CHROMIUM_FLAGS, createSettings(width, textPercent)];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  let session: { viewer: Viewer; context: BrowserContext; page: Page } | undefined;

  const openPage = async (viewer: Viewer): Promise<Page> => {
    if (session?.viewer === viewer) return session.page;
    await session?.context.close();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    session = { viewer, context, page };
    const member = members.find((entry) => entry.viewer === viewer);
    if (member) {
      await openSignInLink(page, member.person, `${origin}/main`);
      await page.waitForURL((url) => !url.searchParams.has('auth'));
      await page.getByRole('navigation').first().waitFor();
    }
    if (member?.objectIds.itemId) await fillBasket(page, member.person.userId, member.objectIds.itemId);
    if (responseMode !== 'all') await interceptRequests(page, responseMode, await findLayoutPaths(page, origin, viewer));
    return page;
  };

  return {
    /** Takes a screenshot of the page in each theme. */
    async take(shot: Shot, themes: readonly Theme[]): Promise<Screenshot[]> {
      const page = await openPage(shot.viewer);
      await page.setViewportSize({ width, height: SIZES[width] });
      await open(page, origin + shot.address, responseMode === 'none' ? 0 : PAGE_TIMEOUT_MS / 2);
      if (responseMode !== 'all') await waitForState(page, responseMode);
      await growToPage(page, width);
      const screenshots: Screenshot[] = [];
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await waitForImages(page);
        screenshots.push({ shot, theme, image: await page.screenshot({ animations: 'disabled' }) });
      }
      return screenshots;
    },
    close: () => closeAll(browser),
  };
}

const closeAll = (browser: Browser) => browser.close();

/** Opens a page. A page that never becomes idle, such as one with a playing video, is captured after the limit. */
async function open(page: Page, address: string, idleTimeoutMs = PAGE_TIMEOUT_MS / 2): Promise<void> {
  await page.goto(address, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS });
  // A limit of 0 would mean no limit, and a page without responses never becomes idle.
  if (idleTimeoutMs > 0) await page.waitForLoadState('networkidle', { timeout: idleTimeoutMs }).catch(() => undefined);
}

/** Waits for the state of a page. Without responses it never becomes idle, and errors appear late. */
async function waitForState(page: Page, responseMode: ResponseMode): Promise<void> {
  await page
    .locator('main')
    .waitFor({ timeout: PAGE_TIMEOUT_MS / 2 })
    .catch(() => undefined);
  // Failed requests are retried three times, and parts of a page can fail at different times.
  if (responseMode === 'errors')
    await page
      .getByText('Couldn’t load this')
      .first()
      .waitFor({ timeout: PAGE_TIMEOUT_MS })
      .catch(() => undefined);
  await page.waitForTimeout(SKELETON_DELAY_MS);
}

/** Two pages of each layout. Requests that both send belong to the layout. */
const LAYOUT_PAGES: Partial<Record<Viewer, [string, string]>> = {
  owner: ['/main/bin', '/main/notification'],
  newUser: ['/main/bin', '/main/notification'],
  partner: ['/main/bin', '/main/notification'],
  admin: ['/admin/faqs', '/admin/messages'],
};

/** Returns the API paths that the layout requests. No page would load without responses to them. */
async function findLayoutPaths(page: Page, origin: string, viewer: Viewer): Promise<Set<string>> {
  const requestedPaths: Set<string>[] = [];
  const recordPath = (request: Request) => requestedPaths.at(-1)?.add(new URL(request.url()).pathname);
  page.on('request', recordPath);
  for (const address of LAYOUT_PAGES[viewer] ?? []) {
    requestedPaths.push(new Set());
    await open(page, origin + address);
  }
  page.off('request', recordPath);
  const [first = new Set<string>(), second = new Set<string>()] = requestedPaths;
  return new Set([...first].filter((path) => second.has(path)));
}

/** Same shape as the server's errors. For any other response, pages show that the server is unavailable. */
const FAILURE = { error: true, code: 'INTERNAL', message: ERRORS.INTERNAL.message };

const interceptRequests = (page: Page, responseMode: ResponseMode, layoutPaths: ReadonlySet<string>) =>
  page.route('**/api/**', async (route) => {
    if (layoutPaths.has(new URL(route.request().url()).pathname)) await route.fallback();
    else if (responseMode === 'errors') await route.fulfill({ status: 500, json: FAILURE });
  });

/** Only the browser stores the basket, under the key that apps/web/src/areas/shop/use-basket.ts reads. */
const fillBasket = (page: Page, userId: string, itemId: string) =>
  page.evaluate(([name, lines]) => localStorage.setItem(name, lines), [
    `basket:${userId}`,
    JSON.stringify([{ itemId, quantity: 2 }]),
  ] as const);

/**
 * Resizes the viewport to the height of the page. In a full-page screenshot, fixed bars would appear in the middle. A dialog covers only the viewport, which
 * then stays as it is.
 */
async function growToPage(page: Page, width: Width): Promise<void> {
  if ((await page.locator('[role=dialog], [role=alertdialog]').count()) > 0) return;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.min(Math.max(pageHeight, SIZES[width]), SIZES[width] * MAX_VIEWPORTS);
  await page.setViewportSize({ width, height });
}

const waitForImages = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
        return visible.every((image) => image.complete);
      },
      undefined,
      { timeout: IMAGES_TIMEOUT_MS },
    )
    .catch(() => undefined);
