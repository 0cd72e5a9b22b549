import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { areCachedFilesIntact } from './cached-files.ts';
import { flipByte } from './damage.ts';
import { createImage, getColour, getFailures, listRequests, openScreen, test, waitForItem, waitForRevision } from './screen-page.ts';
import { type GeneratedFile, makeVideo } from './stage-media.ts';

test('plays a video offline from ranges of the stored file', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await makeVideo(getColour(3), 800), await createImage(4)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  await server.stop();
  await page.reload();
  await waitForItem(page, 'a-0');
  await waitForItem(page, 'a-1');
  await waitForItem(page, 'a-0');
  const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '');
  expect(source).toContain('/screen/files/');
});

test('downloads a file with a flipped byte again without showing it', async ({ context, server }) => {
  const files = await Promise.all([createImage(0), createImage(1), makeVideo(getColour(2), 400)]);
  server.publish([{ id: 'a', files }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-2');
  for (const { sha256 } of files) {
    const before = listRequests(server, sha256).length;
    expect(await flipByte(page, sha256)).toBe(true);
    await expect.poll(() => listRequests(server, sha256).length).toBe(before + 1);
  }
  for (const id of ['a-0', 'a-1', 'a-2']) await waitForItem(page, id);
  expect(await areCachedFilesIntact(page)).toBe(true);
});

test('downloads a stored file that cannot be read again', async ({ context, server }) => {
  const files = await Promise.all([createImage(0), createImage(1)]);
  const broken = files[1]?.sha256 ?? '';
  server.publish([{ id: 'a', files }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-1');
  await page.evaluate((name) => {
    const { match, put } = Cache.prototype;
    const isIt = (request: RequestInfo | URL) => (request instanceof Request ? request.url : request.toString()).includes(name);
    Cache.prototype.match = function (this: Cache, request, options) {
      return isIt(request) ? Promise.reject(new Error('the disk does not respond')) : match.call(this, request, options);
    };
    Cache.prototype.put = function (this: Cache, request, response) {
      if (isIt(request)) Object.assign(Cache.prototype, { match, put });
      return put.call(this, request, response);
    };
  }, broken);
  await expect.poll(() => listRequests(server, broken).length).toBe(2);
  await waitForItem(page, 'a-0');
  await waitForItem(page, 'a-1');
});

test('skips one item with a flipped byte while the server is away', async ({ context, server }) => {
  const files = await Promise.all([createImage(0), createImage(1), createImage(2)]);
  server.publish([{ id: 'a', files }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-2');
  // The running page repairs the file at once if it can.
  await server.stop();
  expect(await flipByte(page, files[1]?.sha256 ?? '')).toBe(true);
  await page.reload();
  await waitForItem(page, 'a-2');
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
  await server.start();
  await waitForItem(page, 'a-1');
});

test('rejects wrong bytes from the server and keeps playing the previous manifest', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  const bad = await createImage(1);
  server.corrupt.add(bad.sha256);
  server.publish([{ id: 'b', files: [bad], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await expect.poll(() => listRequests(server, bad.sha256).length).toBeGreaterThan(1);
  expect(await page.evaluate(() => window.__vitrine?.itemId)).toBe('a-0');
  server.corrupt.clear();
  await waitForItem(page, 'b-0');
});

test('resumes an interrupted download', async ({ context, server }) => {
  const large = await createNoisyImage();
  server.publish([{ id: 'a', files: [large] }]);
  server.cutAfter.set(large.sha256, 5 * 1024 * 1024);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  const ranges = listRequests(server, large.sha256);
  expect(ranges.length).toBe(2);
  expect(ranges[1]).toMatch(/ bytes=[1-9]\d+-$/);
});

/** Creates an image of more than 6 MB. */
async function createNoisyImage(): Promise<GeneratedFile> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const bytes = await sharp({ create: { width: 1600, height: 1280, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(6e6);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'image', bytes, mimetype: 'image/png', sha256, durationMs: 5000, colour: [128, 128, 128] };
}

test('adds a photo without a restart and keeps files that are no longer needed', async ({ context, server }) => {
  const files = await Promise.all([createImage(0, 500), createImage(1, 500), createImage(2, 500)]);
  server.publish([{ id: 'a', files: files.slice(0, 2) }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-1');
  server.publish([{ id: 'a', files }]);
  await waitForItem(page, 'a-2');
  server.publish([{ id: 'a', files: files.slice(0, 1) }]);
  await waitForRevision(page, 4);
  await waitForItem(page, 'a-0');
  server.publish([{ id: 'a', files: files.slice(1) }]);
  await waitForItem(page, 'a-1');
  expect(files.map(({ sha256 }) => listRequests(server, sha256).length)).toEqual([1, 1, 1]);
});

test('skips and reports an image that cannot be decoded', async ({ context, server }) => {
  const bytes = Buffer.from('this is no picture');
  const broken = { ...(await createImage(1)), bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  server.publish([{ id: 'a', files: [await createImage(0), broken, await createImage(2)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-2');
  await waitForItem(page, 'a-0');
  await expect.poll(() => getFailures(server)).toEqual(['a-media-1']);
});

test('reports files that do not fit and keeps playing', async ({ context, server }) => {
  const page = await openScreen(context, server);
  server.publish([{ id: 'a', files: [await createImage(0)] }]);
  await waitForItem(page, 'a-0');
  const client = await context.newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 1_000_000 });
  const large = await createNoisyImage();
  server.publish([{ id: 'b', files: [large], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await expect.poll(() => getFailures(server)).toEqual(['storage']);
  expect(await page.evaluate(() => window.__vitrine?.itemId)).toBe('a-0');
  await client.send('Storage.overrideQuotaForOrigin', { origin: server.origin });
  await waitForItem(page, 'b-0');
});

test('plays the part of the first playlist that fits, also after a restart without a server', async ({ context, server }) => {
  const page = await openScreen(context, server);
  const client = await context.newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 4_000_000 });
  server.publish([{ id: 'a', files: [await createNoisyImage(), await createImage(1), await createImage(2)] }]);
  await waitForItem(page, 'a-1');
  await expect.poll(() => getFailures(server)).toEqual(['storage']);
  await waitForItem(page, 'a-2');
  await server.stop();
  await page.reload();
  await waitForItem(page, 'a-1');
});
