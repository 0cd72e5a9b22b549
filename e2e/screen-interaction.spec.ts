/** Interaction at the screen: home-screen installation, keys of a remote control, and a display that stays on. */
import { expect, type Page } from '@playwright/test';
import { POLLING } from './polling.ts';
import { createImage, expectColour, getColour, getFailures, openScreen, test, waitForItem, waitForState } from './screen-page.ts';
import { makeVideo } from './stage-media.ts';

const report = (server: { reports: { paused: boolean }[] }) => server.reports.at(-1)?.paused;

test('the web app manifest is valid for Chromium', async ({ context, server }) => {
  const page = await openScreen(context, server);
  const client = await context.newCDPSession(page);
  const { url, data, errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${server.origin}/screen/manifest.webmanifest`);
  expect(JSON.parse(data ?? '')).toMatchObject({ display: 'fullscreen', start_url: '/screen', scope: '/screen' });
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const icons = await page.evaluate(() =>
    Promise.all(
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel*=icon]'), async ({ href }) =>
        (await fetch(href)).headers.get('content-type'),
      ),
    ),
  );
  expect(icons).toEqual(['image/png', 'image/png']);
});

test('controls playback with the keys of a remote and reports it', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0, 60_000), await createImage(1, 60_000), await createImage(2, 60_000)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  await page.keyboard.press('ArrowRight');
  await waitForItem(page, 'a-1');
  await page.keyboard.press('MediaTrackNext');
  await waitForItem(page, 'a-2');
  await page.keyboard.press('ArrowLeft');
  await waitForItem(page, 'a-1');
  await page.keyboard.press('Space');
  await expect.poll(() => report(server)).toBe(true);
  await expect(page.getByText('Paused. Press Play to continue.')).toBeVisible();
  await page.keyboard.press('MediaPlayPause');
  await expect.poll(() => report(server)).toBe(false);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.fullscreenElement !== null, undefined, POLLING);
});

test('Back shows a hint and leaves the page only when it is pressed again', async ({ context, server }) => {
  const page = await context.newPage();
  await page.goto(`${server.origin}/screen/manifest.webmanifest`);
  await page.goto(`${server.origin}/screen/`);
  await waitForState(page, 'waiting');
  await page.waitForFunction(() => history.state !== null, undefined, POLLING);
  const hint = page.getByText('Press Back again to leave this page.');
  await pressBack(page);
  await expect(hint).toBeVisible();
  await expect(hint).toBeHidden();
  await page.waitForFunction(() => history.state !== null, undefined, POLLING);
  await pressBack(page);
  await expect(hint).toBeVisible();
  await pressBack(page);
  await page.waitForURL('**/manifest.webmanifest');
});

/** Simulates the back key of LG TVs, which has no name. */
const pressBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 461, cancelable: true, bubbles: true })));

test('hides the pointer after inactivity and shows it when it moves', async ({ context, server }) => {
  const page = await openScreen(context, server);
  const cursor = () => page.evaluate(() => getComputedStyle(document.body).cursor);
  await expect.poll(cursor).toBe('none');
  await page.mouse.move(100, 100);
  await expect.poll(cursor).toBe('auto');
  await expect.poll(cursor).toBe('none');
});

test('keeps the display on with a silent video when there is no wake lock, and pauses it for videos of the playlist', async ({
  context,
  server,
}) => {
  server.publish([{ id: 'a', files: [await createImage(0, 4000), await makeVideo(getColour(1), 3000)] }]);
  const page = await context.newPage();
  await page.goto(`http://0.0.0.0:${server.port}/screen/`);
  expect(await page.evaluate(() => 'wakeLock' in navigator)).toBe(false);
  const isAwake = () =>
    page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>('body > video');
      return video !== null && !video.paused && video.currentTime > 0;
    });
  await waitForItem(page, 'a-0');
  await expect.poll(isAwake).toBe(true);
  await expectColour(page, getColour(0));
  const size = await page.evaluate(() => document.querySelector('body > video')?.getBoundingClientRect().toJSON());
  expect(size).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  await waitForItem(page, 'a-1');
  expect(await isAwake()).toBe(false);
  await expectColour(page, getColour(1));
  await waitForItem(page, 'a-0');
  await expect.poll(isAwake).toBe(true);
  expect(getFailures(server)).toEqual([]);
});
