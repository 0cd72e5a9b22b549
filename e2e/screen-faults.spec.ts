import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { FakeServer } from './stage-fake-server.ts';
import { COLOURS, type Colour, type MadeFile, makeImage, makeVideo } from './stage-media.ts';

/** A fresh server and a fresh screen for each test. */
const server = () => current;
let current: FakeServer;

test.beforeEach(async () => {
  current = new FakeServer();
  await current.start();
});
test.afterEach(() => current.stop());

const colour = (index: number): Colour => COLOURS[index] ?? [0, 0, 0];
const image = (index: number, durationMs = 200) => makeImage(colour(index), durationMs);

const state = (page: Page, wanted: string) => page.waitForFunction((name) => window.__vitrine?.state === name, wanted);
const item = (page: Page, wanted: string) => page.waitForFunction((id) => window.__vitrine?.itemId === id, wanted);
const revision = (page: Page, wanted: number) => page.waitForFunction((number) => window.__vitrine?.revision === number, wanted);
const asked = (sha256: string) => server().requests.filter((request) => request.includes(sha256));

/** Opens the screen and waits until the service worker holds the page, as it does on a screen that ran before. */
async function openScreen(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server().origin}/screen/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** The colour in the middle of what is seen. */
async function seenColour(page: Page): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  const shot = await page.screenshot();
  const { width, height } = await sharp(shot).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(shot).extract(middle).removeAlpha().raw().toBuffer())];
}

async function expectColour(page: Page, wanted: Colour): Promise<void> {
  const seen = await seenColour(page);
  const furthest = Math.max(...wanted.map((value, channel) => Math.abs((seen[channel] ?? 0) - value)));
  expect(furthest, `${seen.join(', ')} instead of ${wanted.join(', ')}`).toBeLessThan(32);
}

/** Changes one byte in the middle of the kept copy of a file. */
function flipByte(page: Page, sha256: string): Promise<void> {
  return page.evaluate(async (name) => {
    const cache = await caches.open('vitrine-files-1');
    const path = `/screen/files/${name}`;
    const response = await cache.match(path);
    if (!response) throw new Error('the file is not held');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await cache.put(path, new Response(bytes, { headers: response.headers }));
  }, sha256);
}

test('a new screen shows its id and a code, and takes up what is published to it', async ({ context }) => {
  const page = await openScreen(context);
  await state(page, 'waiting');
  await expect(page.getByText('K12341')).toBeVisible();
  await expect(page.getByRole('img', { name: `${server().origin}/main/device?add=K12341` })).toBeVisible();
  server().publish([], { name: 'Kitchen wall' });
  await state(page, 'idle');
  await expect(page.getByText('Kitchen wall')).toBeVisible();
  server().publish([{ id: 'a', files: [await image(0)] }]);
  await item(page, 'a-0');
  await expectColour(page, colour(0));
});

test('after the server is gone a reload shows the right item within 5 s, and its return brings what changed', async ({ context }) => {
  const first = await image(0, 60_000);
  server().publish([{ id: 'a', files: [first, await makeVideo(colour(1))] }]);
  const page = await openScreen(context);
  await item(page, 'a-0');
  await server().stop();
  const started = Date.now();
  await page.reload();
  await item(page, 'a-0');
  expect(Date.now() - started).toBeLessThan(5000);
  await expectColour(page, colour(0));
  await page.close();
  const again = await context.newPage();
  await again.goto(`${server().origin}/screen/`);
  await item(again, 'a-0');
  await server().start();
  server().publish([{ id: 'b', files: [await image(2)], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await item(again, 'b-0');
  await expectColour(again, colour(2));
});

test('a video plays offline from ranges of the kept file', async ({ context }) => {
  server().publish([{ id: 'a', files: [await makeVideo(colour(3), 800), await image(4)] }]);
  const page = await openScreen(context);
  await item(page, 'a-0');
  await server().stop();
  await page.reload();
  await item(page, 'a-0');
  await item(page, 'a-1');
  await item(page, 'a-0');
  const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '');
  expect(source).toContain('/screen/files/');
});

test('a flipped byte is never shown, and the file is fetched again', async ({ context }) => {
  const files = await Promise.all([image(0), image(1), makeVideo(colour(2), 400)]);
  server().publish([{ id: 'a', files }]);
  const page = await openScreen(context);
  await item(page, 'a-2');
  for (const { sha256 } of files) {
    const before = asked(sha256).length;
    await flipByte(page, sha256);
    await expect.poll(() => asked(sha256).length).toBe(before + 1);
  }
  for (const id of ['a-0', 'a-1', 'a-2']) await item(page, id);
  expect(await heldAreWhole(page)).toBe(true);
});

/** Whether every kept file has the SHA-256 it is kept under. */
function heldAreWhole(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const cache = await caches.open('vitrine-files-1');
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)));
      if (!request.url.endsWith([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))) return false;
    }
    return true;
  });
}

test('a byte flipped while the server is gone costs one item and not the wall', async ({ context }) => {
  const files = await Promise.all([image(0), image(1), image(2)]);
  server().publish([{ id: 'a', files }]);
  const page = await openScreen(context);
  await item(page, 'a-2');
  await flipByte(page, files[1]?.sha256 ?? '');
  await server().stop();
  await page.reload();
  await item(page, 'a-2');
  const shown = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const ids = new Set<string>();
        const timer = setInterval(() => ids.add(window.__vitrine?.itemId ?? 'none'), 20);
        setTimeout(() => {
          clearInterval(timer);
          resolve([...ids].sort());
        }, 2000);
      }),
  );
  expect(shown).toEqual(['a-0', 'a-2']);
  await server().start();
  await item(page, 'a-1');
});

test('wrong bytes from the server are not adopted; the manifest before keeps playing', async ({ context }) => {
  server().publish([{ id: 'a', files: [await image(0)] }]);
  const page = await openScreen(context);
  await item(page, 'a-0');
  const bad = await image(1);
  server().corrupt.add(bad.sha256);
  server().publish([{ id: 'b', files: [bad], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await expect.poll(() => asked(bad.sha256).length).toBeGreaterThan(1);
  expect(await page.evaluate(() => window.__vitrine?.itemId)).toBe('a-0');
  server().corrupt.clear();
  await item(page, 'b-0');
});

test('an interrupted download goes on where it ended', async ({ context }) => {
  const large = await noisyImage();
  server().publish([{ id: 'a', files: [large] }]);
  server().cutAfter.set(large.sha256, 5 * 1024 * 1024);
  const page = await openScreen(context);
  await item(page, 'a-0');
  const ranges = asked(large.sha256);
  expect(ranges.length).toBe(2);
  expect(ranges[1]).toMatch(/ bytes=[1-9]\d+-$/);
});

/** A picture of more than 6 MB. */
async function noisyImage(): Promise<MadeFile> {
  const { default: sharp } = await import('sharp');
  const { createHash } = await import('node:crypto');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const bytes = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(6e6);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'image', bytes, mimetype: 'image/png', sha256, durationMs: 5000, colour: [128, 128, 128] };
}

test('one more picture joins without a restart, and files no longer needed are let go', async ({ context }) => {
  const files = await Promise.all([image(0, 500), image(1, 500), image(2, 500)]);
  server().publish([{ id: 'a', files: files.slice(0, 2) }]);
  const page = await openScreen(context);
  await item(page, 'a-1');
  server().publish([{ id: 'a', files }]);
  await item(page, 'a-2');
  server().publish([{ id: 'a', files: files.slice(0, 1) }]);
  await revision(page, 4);
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('vitrine-files-1')).keys()).length)).toBe(1);
  await item(page, 'a-0');
});

test('a picture that cannot be decoded is skipped and reported', async ({ context }) => {
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.from('this is no picture');
  const broken = { ...(await image(1)), bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  server().publish([{ id: 'a', files: [await image(0), broken, await image(2)] }]);
  const page = await openScreen(context);
  await item(page, 'a-2');
  await item(page, 'a-0');
  await expect
    .poll(() =>
      server()
        .reports.at(-1)
        ?.failed.map(({ mediaId }) => mediaId),
    )
    .toEqual(['a-media-1']);
});

test('a screen the server has forgotten introduces itself again', async ({ context }) => {
  server().publish([{ id: 'a', files: [await image(0)] }]);
  const page = await openScreen(context);
  await item(page, 'a-0');
  server().isKnown = false;
  server().manifest = { revision: server().manifest.revision, device: null, publishes: [], files: [] };
  await page.reload();
  await state(page, 'waiting');
  await expect(page.getByText('K12342')).toBeVisible();
});

test('on a plain-http address the screen keeps its files all the same', async ({ context }) => {
  const files = await Promise.all([image(0, 300), makeVideo(colour(1), 500)]);
  server().publish([{ id: 'a', files }]);
  const page = await context.newPage();
  await page.goto(`http://0.0.0.0:${server().port}/screen/`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await item(page, 'a-1');
  // The page cannot be loaded without its server here, but it goes on without it.
  await server().stop();
  await item(page, 'a-0');
  await item(page, 'a-1');
  await server().start();
  const before = server().requests.length;
  await page.reload();
  await item(page, 'a-0');
  await item(page, 'a-1');
  expect(
    server()
      .requests.slice(before)
      .filter((request) => request.includes('/files/')),
  ).toEqual([]);
  await flipStoredByte(page, files[0]?.sha256 ?? '');
  await expect
    .poll(
      () =>
        server()
          .requests.slice(before)
          .filter((request) => request.includes('/files/')).length,
    )
    .toBe(1);
  await item(page, 'a-0');
});

/** Like `flipByte`, where files lie in the database. */
function flipStoredByte(page: Page, sha256: string): Promise<void> {
  return page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('vitrine-screen');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    const read = database.transaction('files').objectStore('files').get(name);
    const stored = await new Promise<{ blob: Blob; mimetype: string }>((resolve) => {
      read.onsuccess = () => resolve(read.result);
    });
    const bytes = new Uint8Array(await stored.blob.arrayBuffer());
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const change = database.transaction('files', 'readwrite');
    change.objectStore('files').put({ ...stored, blob: new Blob([bytes]) }, name);
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    database.close();
  }, sha256);
}

test('a jump of the clock is noticed and the wall follows it', async ({ context }) => {
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date('2026-05-04T09:59:00Z'));
  const schedule = { startTime: '10:00', endTime: '11:00', repeat: 'Daily' as const };
  server().publish([
    { id: 'main', files: [await image(0)] },
    { id: 'later', files: [await image(1)], schedule },
  ]);
  await page.goto(`${server().origin}/screen/`);
  await item(page, 'main-0');
  await page.clock.setFixedTime(new Date('2026-05-04T10:30:00Z'));
  await item(page, 'later-0');
  await page.clock.setFixedTime(new Date('2026-05-03T12:00:00Z'));
  await item(page, 'main-0');
});

test('a full disk is reported, and what is on the wall stays', async ({ context }) => {
  const page = await openScreen(context);
  server().publish([{ id: 'a', files: [await image(0)] }]);
  await item(page, 'a-0');
  const client = await context.newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: server().origin, quotaSize: 1_000_000 });
  server().publish([{ id: 'b', files: [await noisyImage()], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await expect
    .poll(() =>
      server()
        .reports.at(-1)
        ?.failed.map(({ mediaId }) => mediaId),
    )
    .toEqual(['storage']);
  expect(await page.evaluate(() => window.__vitrine?.itemId)).toBe('a-0');
  await client.send('Storage.overrideQuotaForOrigin', { origin: server().origin });
  await item(page, 'b-0');
});
