import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { FakeServer } from './stage-fake-server.ts';
import { COLOURS, type Colour, makeImage } from './stage-media.ts';

/** A fresh server for each test; its screens are fresh too. */
export const test = base.extend<{ server: FakeServer }>({
  // Playwright reads from the pattern what a fixture needs, and insists on one.
  server: async ({ browserName: _browserName }, provide) => {
    const server = new FakeServer();
    await server.start();
    await provide(server);
    await server.stop();
  },
});

export const colour = (index: number): Colour => COLOURS[index] ?? [0, 0, 0];
export const image = (index: number, durationMs = 200) => makeImage(colour(index), durationMs);

export const state = (page: Page, wanted: string) => page.waitForFunction((name) => window.__vitrine?.state === name, wanted);
export const item = (page: Page, wanted: string) => page.waitForFunction((id) => window.__vitrine?.itemId === id, wanted);
export const revision = (page: Page, wanted: number) => page.waitForFunction((number) => window.__vitrine?.revision === number, wanted);
export const asked = (server: FakeServer, sha256: string) => server.requests.filter((request) => request.includes(sha256));
export const failures = (server: FakeServer) => server.reports.at(-1)?.failed.map(({ mediaId }) => mediaId);

/** Puts another version of the screen on the server; `page` changes its HTML. */
export function release(server: FakeServer, version: string, page: (html: string) => string = (html) => html): void {
  server.built.set('service-worker.js', (text) => {
    const named = text.replace(/(?<=version:[`"'])[0-9a-f]{16}/, version.repeat(16));
    expect(named).toContain(version.repeat(16));
    return named;
  });
  server.built.set('index.html', page);
}

/** Opens the screen and waits until the service worker holds the page, as it does on a screen that ran before. */
export async function openScreen(context: BrowserContext, server: FakeServer): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** Returns red, green and blue of the pixel in the middle of a screenshot. */
export async function centreColour(shot: Buffer): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(shot).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(shot).extract(middle).removeAlpha().raw().toBuffer())];
}

/** Whether a colour is another one, apart from what compression changes. */
export const isNear = (seen: readonly number[], wanted: Colour): boolean =>
  Math.max(...wanted.map((value, channel) => Math.abs((seen[channel] ?? 0) - value))) < 32;

export async function expectColour(page: Page, wanted: Colour): Promise<void> {
  const seen = await centreColour(await page.screenshot());
  expect(isNear(seen, wanted), `${seen.join(', ')} instead of ${wanted.join(', ')}`).toBe(true);
}
