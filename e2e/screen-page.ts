import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { POLLING } from './polling.ts';
import { test as base } from './product-test.ts';
import { FakeServer } from './stage-fake-server.ts';
import { COLOURS, type Colour, makeImage } from './stage-media.ts';

/** Starts a new fake server for each test. Pages are small, because without a GPU the browser draws each pixel with the processor. */
export const test = base.extend<{ server: FakeServer }>({
  viewport: { width: 640, height: 360 },
  // Playwright requires a destructuring pattern, from which it reads the dependencies of a fixture.
  server: async ({ browserName: _browserName }, provide) => {
    const server = new FakeServer();
    await server.start();
    await provide(server);
    await server.stop();
  },
});

export const getColour = (index: number): Colour => COLOURS[index] ?? [0, 0, 0];
export const createImage = (index: number, durationMs = 200) => makeImage(getColour(index), durationMs);

export const waitForState = (page: Page, state: string) => page.waitForFunction((name) => window.__vitrine?.state === name, state, POLLING);
export const waitForItem = (page: Page, itemId: string) => page.waitForFunction((id) => window.__vitrine?.itemId === id, itemId, POLLING);
export const waitForRevision = (page: Page, revision: number) =>
  page.waitForFunction((number) => window.__vitrine?.revision === number, revision, POLLING);
export const listRequests = (server: FakeServer, sha256: string) => server.requests.filter((request) => request.includes(sha256));
export const getFailures = (server: FakeServer) => server.reports.at(-1)?.failed.map(({ mediaId }) => mediaId);

/** Replaces the screen's version on the server. `page` changes its HTML. */
export function releaseVersion(server: FakeServer, version: string, page: (html: string) => string = (html) => html): void {
  server.overrides.set('service-worker.js', (text) => {
    const renamed = text.replace(/(?<=version:[`"'])[0-9a-f]{16}/, version.repeat(16));
    expect(renamed).toContain(version.repeat(16));
    return renamed;
  });
  server.overrides.set('index.html', page);
}

/** Opens the screen and waits until the service worker controls the page, as on a screen that ran before. */
export async function openScreen(context: BrowserContext, server: FakeServer): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, POLLING);
  return page;
}

/** Returns red, green and blue of the pixel in the middle of a screenshot. */
export async function readCentreColour(shot: Buffer): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(shot).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(shot).extract(middle).removeAlpha().raw().toBuffer())];
}

/** Returns true when two colors are equal within the tolerance for compression. */
export const isSameColour = (actual: readonly number[], expected: Colour): boolean =>
  Math.max(...expected.map((value, channel) => Math.abs((actual[channel] ?? 0) - value))) < 32;

export async function expectColour(page: Page, expected: Colour): Promise<void> {
  const actual = await readCentreColour(await page.screenshot());
  expect(isSameColour(actual, expected), `${actual.join(', ')} instead of ${expected.join(', ')}`).toBe(true);
}
