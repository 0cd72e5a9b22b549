/** The screen in old browsers that block features or report wrong values. `screen-blocked-features.spec.ts` has more such cases in the current Chromium. */
import { expect } from '@playwright/test';
import { tabulateOffsets } from '@vitrine/playback';
import { refuseStorage } from '../refuse-storage.ts';
import { createImage, getColour, getFailures, listRequests, test } from '../screen-page.ts';
import type { FakeServer } from '../stage-fake-server.ts';
import { addChecksum, makeVideo } from '../stage-media.ts';
import { chooseOldest, formatTitle } from './browser-choice.ts';
import { runInBrowser, type ScreenBrowser } from './screen-browser.ts';

const [oldest, oldestWithVideo] = chooseOldest();
const HOUR_MS = 3_600_000;
/** The time of the server at the start of a test. */
const SERVER_START = Date.UTC(2026, 4, 4, 9, 30);
const QUOTA_BYTES = 20_000_000;
const IS_STORED = 'navigator.serviceWorker.controller !== null && window.__vitrine.downloaded === window.__vitrine.total';
// Some items last half a second only.
const polling = { timeout: 30_000, intervals: [50] };

/** Makes a test in one browser. `before` runs in each page before its scripts. */
function testIn(choice: typeof oldest, title: string, before: string, run: (screen: OldScreen, server: FakeServer) => Promise<void>): void {
  test(`${title} in ${formatTitle(choice)}`, async ({ server }) => {
    test.skip(choice.missing !== null, choice.missing ?? '');
    await runInBrowser(await choice.start(), (browser) => run(new OldScreen(browser, server, before), server));
  });
}

/** Returns a script that calls a function with a number. */
const callIn = (run: (value: number) => void, value = 0): string => `(${run.toString()})(${value});`;

/** The screen's page in one browser. */
class OldScreen {
  readonly #browser: ScreenBrowser;
  readonly #server: FakeServer;
  readonly #before: string;

  constructor(browser: ScreenBrowser, server: FakeServer, before: string) {
    this.#browser = browser;
    this.#server = server;
    this.#before = before;
  }

  open(): Promise<void> {
    return this.#browser.open(`${this.#server.origin}/screen/`, { before: this.#before });
  }

  /** Restarts the browser without the server, once everything is stored. */
  async restartOffline(): Promise<void> {
    await expect.poll(() => this.#browser.evaluate(IS_STORED), polling).toBe(true);
    await this.#server.stop();
    await this.#browser.restart();
    await this.open();
  }

  async expectItem(itemId: string): Promise<void> {
    await expect.poll(() => this.readItem(), polling).toBe(itemId);
  }

  readItem(): Promise<string | null> {
    return this.#browser.evaluate<string | null>('window.__vitrine ? window.__vitrine.itemId : null');
  }
}

/** Publishes a playlist for always and one for these hours of 4 May 2026. */
async function publishForHours(server: FakeServer, startTime: string, endTime: string, device = {}): Promise<void> {
  const schedule = { startTime, endTime, repeat: 'Once' as const, date: '2026-05-04' };
  const main = { id: 'main', files: [await createImage(0, HOUR_MS)] };
  server.publish([main, { id: 'now', files: [await createImage(1, HOUR_MS)], schedule }], device);
}

/** Starts the server's clock at a fixed time. */
function startClock(server: FakeServer): void {
  const offsetMs = SERVER_START - Date.now();
  server.now = () => Date.now() + offsetMs;
}

/** Lets the clock of the page start at this time. */
function setClock(start: number): void {
  const Real = Date;
  const offsetMs = start - Real.now();
  const now = () => Real.now() + offsetMs;
  window.Date = new Proxy(Real, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

for (const date of ['1970-01-01', '2040-01-01']) {
  const deviceTime = Date.parse(date);
  testIn(oldest, `a clock set to ${date} starts the right playlist, also offline`, callIn(setClock, deviceTime), async (screen, server) => {
    startClock(server);
    await publishForHours(server, '09:00', '10:00');
    await screen.open();
    await screen.expectItem('now-0');
    const readSkew = () => server.reports.at(-1)?.health?.clockSkewMs ?? Number.NaN;
    await expect.poll(() => Math.abs(readSkew() - (SERVER_START - deviceTime)) < HOUR_MS, polling).toBe(true);
    await screen.restartOffline();
    await screen.expectItem('now-0');
  });
}

function hideTimeZone(): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return Object.assign(resolvedOptions.call(this), { timeZone: undefined });
  };
}

testIn(
  oldest,
  'schedules follow the offsets of the server when the browser has no time zone',
  callIn(hideTimeZone),
  async (screen, server) => {
    startClock(server);
    const timeZone = 'Europe/Kyiv';
    const utcOffsets = tabulateOffsets(timeZone, SERVER_START - HOUR_MS, SERVER_START + 24 * HOUR_MS);
    await publishForHours(server, '12:00', '13:00', { timeZone, utcOffsets });
    await screen.open();
    await screen.expectItem('now-0');
    expect(getFailures(server)).toEqual([]);
    await publishForHours(server, '12:00', '13:00', { timeZone });
    await screen.expectItem('main-0');
    await expect.poll(() => getFailures(server), polling).toEqual(['time zone']);
  },
);

for (const [choice, second] of [
  [oldest, () => createImage(1, 500)],
  [oldestWithVideo, () => makeVideo(getColour(1), 500)],
] as const) {
  testIn(choice, 'plays from memory without any storage and reports it', callIn(refuseStorage), async (screen, server) => {
    server.publish([{ id: 'a', files: [await createImage(0, 500), await second()] }]);
    await screen.open();
    for (const id of ['a-1', 'a-0']) await screen.expectItem(id);
    await expect.poll(() => getFailures(server), polling).toEqual(['memory']);
    expect(server.registrations).toBe(1);
  });
}

function blockIndexedDb(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError');
  };
}

testIn(oldest, 'plays with IndexedDB blocked and reports it', callIn(blockIndexedDb), async (screen, server) => {
  server.publish([{ id: 'a', files: [await createImage(0, 500), await createImage(1, 500)] }]);
  await screen.open();
  for (const id of ['a-1', 'a-0']) await screen.expectItem(id);
  await expect.poll(() => getFailures(server), polling).toEqual(['memory']);
});

function refuseServiceWorker(): void {
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('User denied permission.', 'SecurityError'));
}

testIn(oldestWithVideo, 'plays photos and videos without a service worker', callIn(refuseServiceWorker), async (screen, server) => {
  server.publish([{ id: 'a', files: [await createImage(0, 500), await makeVideo(getColour(1), 500)] }]);
  await screen.open();
  for (const id of ['a-1', 'a-0', 'a-1']) await screen.expectItem(id);
  expect(getFailures(server)).toEqual([]);
});

/** Creates an invalid image of this size. A screen that stores it could not show it. */
const createInvalidFile = async (sizeBytes: number) => addChecksum({ ...(await createImage(2)), bytes: Buffer.alloc(sizeBytes) });

/** Reports the quota, as a browser on a TV with little storage does. */
function limitEstimate(quota: number): void {
  StorageManager.prototype.estimate = () => Promise.resolve({ quota, usage: 0 });
}

/** Reports nothing, and throws at the first file that is larger than the quota. */
function limitFiles(quota: number): void {
  const { put } = Cache.prototype;
  StorageManager.prototype.estimate = () => Promise.resolve({});
  Cache.prototype.put = async function (this: Cache, request, response) {
    if (Number(response.headers.get('content-length')) > quota) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    await put.call(this, request, response);
  };
}

for (const [title, limit] of [
  ['with a quota of 20 MB', limitEstimate],
  ['with 20 MB and no estimate', limitFiles],
] as const) {
  testIn(oldest, `reports files that do not fit and keeps playing ${title}`, callIn(limit, QUOTA_BYTES), async (screen, server) => {
    server.publish([{ id: 'a', files: [await createImage(0)] }]);
    await screen.open();
    await screen.expectItem('a-0');
    const large = await createInvalidFile(QUOTA_BYTES + 1);
    server.publish([{ id: 'b', files: [large] }]);
    await expect.poll(() => getFailures(server), polling).toEqual(['storage']);
    expect(listRequests(server, large.sha256)).toHaveLength(limit === limitEstimate ? 0 : 1);
    expect(await screen.readItem()).toBe('a-0');
    server.publish([{ id: 'c', files: [await createImage(3)] }]);
    await screen.expectItem('c-0');
    await expect.poll(() => getFailures(server), polling).toEqual([]);
  });
}

testIn(oldest, 'shows every photo on a network that loses every tenth request', '', async (screen, server) => {
  await screen.open();
  server.loseEvery = 10;
  const files = await Promise.all(Array.from({ length: 10 }, (_, index) => createImage(index, 500)));
  server.publish([{ id: 'a', files }]);
  for (const index of files.keys()) await screen.expectItem(`a-${index}`);
  expect(files.flatMap(({ sha256 }) => listRequests(server, sha256)).length).toBeGreaterThan(files.length);
  await expect.poll(() => getFailures(server), polling).toEqual([]);
});

testIn(oldest, 'skips videos and reports the reason without a decoder for H.264', '', async (screen, server) => {
  const video = await makeVideo(getColour(1), 500);
  server.publish([{ id: 'a', files: [await createImage(0, 500), video, await createImage(2, 500)] }]);
  await screen.open();
  for (const id of ['a-2', 'a-0', 'a-2']) await screen.expectItem(id);
  const reason: unknown = expect.stringContaining('the video can’t be played');
  await expect.poll(() => server.reports.at(-1)?.failed, polling).toEqual([{ mediaId: 'a-media-1', reason }]);
  server.publish([{ id: 'b', files: [video] }]);
  await expect.poll(() => server.reports.at(-1)?.failed, polling).toEqual([{ mediaId: 'b-media-0', reason }]);
  server.publish([{ id: 'c', files: [await createImage(3)] }]);
  await screen.expectItem('c-0');
});
