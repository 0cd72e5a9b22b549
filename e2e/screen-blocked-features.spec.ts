/** A screen keeps playing in browsers that block features and on networks that lose requests. */
import { expect } from '@playwright/test';
import { POLLING } from './polling.ts';
import { refuseStorage } from './refuse-storage.ts';
import {
  createImage,
  expectColour,
  getColour,
  getFailures,
  listRequests,
  openScreen,
  test,
  waitForItem,
  waitForRevision,
  waitForState,
} from './screen-page.ts';
import { addChecksum, makeVideo } from './stage-media.ts';

test('plays from memory in a browser that blocks all storage and reports it', async ({ context, server }) => {
  const files = [await createImage(0, 500), await makeVideo(getColour(1), 500)];
  server.publish([{ id: 'a', files }]);
  const page = await context.newPage();
  await page.addInitScript(refuseStorage);
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-1');
  await waitForItem(page, 'a-0');
  await expect.poll(() => getFailures(server)).toEqual(['memory']);
  expect(server.registrations).toBe(1);
  server.publish([{ id: 'b', files: [await createImage(2)] }]);
  await waitForItem(page, 'b-0');
  expect(getFailures(server)).toEqual(['memory']);
});

test('does not register again when the disk is full', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0)] }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-0');
  expect(server.registrations).toBe(1);
});

test('plays without a service worker while the server responds', async ({ context, server }) => {
  server.overrides.set('service-worker.js', () => 'this is no script');
  server.publish([{ id: 'a', files: [await createImage(0, 500), await makeVideo(getColour(1), 500)] }]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-1');
  await waitForItem(page, 'a-0');
  expect(getFailures(server)).toEqual([]);
});

test('skips videos until the first touch in a browser that requires one', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0, 500), await makeVideo(getColour(1), 500), await createImage(2, 500)] }]);
  const page = await context.newPage();
  await page.addInitScript(refuseAutoplay);
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-2');
  await waitForItem(page, 'a-0');
  const reason: unknown = expect.stringContaining('only after a touch or a key');
  await expect.poll(() => server.reports.at(-1)?.failed).toEqual([{ mediaId: 'a-media-1', reason }]);
  await page.mouse.click(10, 10);
  await waitForItem(page, 'a-1');
  await expect.poll(() => getFailures(server)).toEqual([]);
});

/** Simulates a web view that requires a gesture for each playback. Desktop Chromium always starts muted videos. */
function refuseAutoplay(): void {
  const { play } = HTMLMediaElement.prototype;
  let isTouched = false;
  // The browser's own user activation cannot be used, because each evaluate() of a test counts as a gesture.
  window.addEventListener('click', () => (isTouched = true), true);
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (isTouched) return play.call(this);
    return Promise.reject(new DOMException('play() failed because the user did not interact.', 'NotAllowedError'));
  };
}

test('skips a video that the browser cannot decode and reports the reason', async ({ context, server }) => {
  const video = await makeVideo(getColour(1), 500);
  const bytes = Buffer.from(video.bytes);
  // A codec that no browser supports.
  for (let at = bytes.indexOf('avc1'); at >= 0; at = bytes.indexOf('avc1', at)) bytes.write('xvc1', at);
  const unknown = addChecksum({ ...video, bytes });
  server.publish([{ id: 'a', files: [await createImage(0, 300), unknown, await createImage(2, 300)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-2');
  await waitForItem(page, 'a-0');
  await expect.poll(() => getFailures(server)).toEqual(['a-media-1']);
  server.publish([{ id: 'b', files: [unknown] }]);
  await waitForRevision(page, 3);
  await page.reload();
  await waitForState(page, 'idle');
  await expect(page.getByText('Couldn’t show the photos and videos.')).toBeVisible();
  server.publish([{ id: 'c', files: [await createImage(3)] }]);
  await waitForItem(page, 'c-0');
  await expectColour(page, getColour(3));
});

test('plays all images on a network that loses every tenth request', async ({ context, server }) => {
  const page = await openScreen(context, server);
  server.loseEvery = 10;
  const files = await Promise.all(Array.from({ length: 10 }, (_, index) => createImage(index, 200)));
  server.publish([{ id: 'a', files }]);
  for (const index of files.keys()) await waitForItem(page, `a-${index}`);
  expect(files.flatMap(({ sha256 }) => listRequests(server, sha256)).length).toBeGreaterThan(files.length);
  expect(getFailures(server)).toEqual([]);
});

test('installs the service worker later when the download of one of its files failed', async ({ context, server }) => {
  let hasLost = false;
  await context.route('**/assets/*.woff2', async (route) => {
    if (!route.request().serviceWorker() || hasLost) return route.continue();
    hasLost = true;
    return route.abort();
  });
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, POLLING);
  expect(hasLost).toBe(true);
});
