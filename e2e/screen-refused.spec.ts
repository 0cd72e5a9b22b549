/** A screen keeps playing in browsers that refuse it something, and on networks that lose requests. */
import { expect } from '@playwright/test';
import { refuseStorage } from './refuse-storage.ts';
import { listRequests, getColour, expectColour, getFailures, createImage, waitForItem, openScreen, waitForRevision, waitForState, test } from './screen-page.ts';
import { makeVideo, addChecksum } from './stage-media.ts';

test('a browser that refuses all storage plays from memory and reports it', async ({ context, server }) => {
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

test('a full disk does not have the screen register again', async ({ context, server }) => {
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

test('a screen without a service worker plays while the server answers', async ({ context, server }) => {
  server.overrides.set('service-worker.js', () => 'this is no script');
  server.publish([{ id: 'a', files: [await createImage(0, 500), await makeVideo(getColour(1), 500)] }]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-1');
  await waitForItem(page, 'a-0');
  expect(getFailures(server)).toEqual([]);
});

test('a browser that starts no video without a touch skips videos until the first touch', async ({ context, server }) => {
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

/** As a web view that requires a gesture for each playback, muted or not. Chromium on a computer always starts muted videos. */
function refuseAutoplay(): void {
  const { play } = HTMLMediaElement.prototype;
  let isTouched = false;
  // Not the browser's own record of it: each function that a test runs in a page counts as a gesture there.
  window.addEventListener('click', () => (isTouched = true), true);
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (isTouched) return play.call(this);
    return Promise.reject(new DOMException('play() failed because the user did not interact.', 'NotAllowedError'));
  };
}

test('a video that the browser cannot decode is skipped with a reason', async ({ context, server }) => {
  const video = await makeVideo(getColour(1), 500);
  const bytes = Buffer.from(video.bytes);
  // A codec that no browser has, as H.264 is to a browser built without it.
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

test('a network that loses every tenth request delays pictures and loses none', async ({ context, server }) => {
  const page = await openScreen(context, server);
  server.loseEvery = 10;
  const files = await Promise.all(Array.from({ length: 10 }, (_, index) => createImage(index, 200)));
  server.publish([{ id: 'a', files }]);
  for (const index of files.keys()) await waitForItem(page, `a-${index}`);
  expect(files.flatMap(({ sha256 }) => listRequests(server, sha256)).length).toBeGreaterThan(files.length);
  expect(getFailures(server)).toEqual([]);
});

test('a service worker of which a file was lost is installed later', async ({ context, server }) => {
  let hasLost = false;
  await context.route('**/assets/*.woff2', async (route) => {
    if (!route.request().serviceWorker() || hasLost) return route.continue();
    hasLost = true;
    return route.abort();
  });
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(hasLost).toBe(true);
});
