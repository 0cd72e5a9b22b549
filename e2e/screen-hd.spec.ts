/** Photos and videos on panels of different sizes: each screen downloads and decodes the copy that its panel needs. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Device, Media } from '@vitrine/contract';
import { aJpeg, aVideo } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { getColour, listRequests, openScreen, test, waitForItem } from './screen-page.ts';
import { captureFrames } from './stage-frames.ts';
import { addChecksum, type GeneratedFile, makeImage, makeVideo, SMALL_FILE } from './stage-media.ts';
import { until } from './until.ts';

test.use({ trace: 'off' });

/**
 * Pages that are as wide as the panels of Full HD and 4K. They are low, because without a GPU the browser draws each pixel with the processor, and the longer side
 * alone requires the larger copies. The unit tests of the panel have its real sizes.
 */
const HD = { width: 1920, height: 400 };
const UHD = { width: 3840, height: 400 };
/** Files with different numbers of pixels, by which a test recognizes them. A screen selects a file by its panel only. */
const LARGE_FILE = { width: 1280, height: 720 };
const HD_FILE = { width: 960, height: 540 };

const turn = ({ width, height }: typeof HD) => ({ width: height, height: width });

/** Waits until the stage shows an image of this width, decoded, and no other image. */
const waitForDecodedWidth = (page: Page, width: number) =>
  expect
    .poll(() => page.evaluate(() => Array.from(document.querySelectorAll<HTMLImageElement>('#stage img'), (image) => image.naturalWidth)))
    .toEqual([width]);

/** Waits until the stage plays a video of this width. */
const waitForVideoWidth = (page: Page, width: number) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLVideoElement>('#stage video'), (video) => (video.paused ? 0 : video.videoWidth)),
      ),
    )
    .toContain(width);

async function createVideo(index: number, durationMs = 1000): Promise<GeneratedFile> {
  const [video, fullHd] = await Promise.all([makeVideo(getColour(index), durationMs), makeVideo(getColour(index), durationMs, HD_FILE)]);
  return { ...video, fullHd };
}

async function createPhoto(index: number, durationMs = 60_000): Promise<GeneratedFile> {
  const [large, hd] = await Promise.all([LARGE_FILE, HD_FILE].map((size) => makeImage(getColour(index), durationMs, size)));
  if (!large || !hd) throw new Error('No image was made.');
  return { ...large, hd };
}

/** Changes the size of the page, and returns the frames of the wrong colour until the stage shows an image of this width. */
async function resize(page: Page, size: { width: number; height: number }, width: number) {
  await page.setViewportSize(size);
  await page.screenshot();
  const frames = await captureFrames(page);
  await waitForDecodedWidth(page, width);
  return (await frames.stop([getColour(0)])).foreign;
}

test.describe('with the real server', () => {
  let product: Product;
  test.beforeAll(({ shared }) => {
    product = shared;
  });

  async function hang(browser: Browser, owner: ApiPerson, name: string, viewport: typeof HD) {
    const context = await browser.newContext({ viewport, screen: viewport });
    const page = await context.newPage();
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/screens/files/')) files.push(request.url());
    });
    await page.goto(`${product.origin}/screen/`);
    const deviceId = await readScreenId(page);
    const device = await owner.request<Device>('POST', '/devices', { name, deviceId, timeZone: 'UTC' });
    return { page, device, files };
  }

  test('a page of 1920 pixels decodes 1920 pixels of a photo, a page of 3840 pixels all of them', async ({ browser }) => {
    const ana = await ApiPerson.create(product, 'ana@screen-hd.example');
    await givePlan(ana);
    const album = await ana.album('Summer');
    const { key } = await ana.upload('photo.jpg', await aJpeg({ width: 2560, height: 1440 }));
    await ana.attach(album._id, [key]);
    await ana.waitUntilReady(album._id);
    const playlist = await ana.playlist('Summer', [album._id]);
    const hd = await hang(browser, ana, 'Kitchen', HD);
    const uhd = await hang(browser, ana, 'Hall', UHD);
    await ana.request('POST', '/publishes', { playlistId: playlist._id, deviceId: [hd.device._id, uhd.device._id] });
    await waitForDecodedWidth(hd.page, 1920);
    await waitForDecodedWidth(uhd.page, 2560);
    expect([hd.files.length, uhd.files.length]).toEqual([1, 1]);
    expect(hd.files).not.toEqual(uhd.files);
    for (const { page } of [hd, uhd]) await page.context().close();
  });

  test('a page of 1920 pixels plays a video in 1080p, and a page of 1280 pixels in 720p', async ({ browser }) => {
    const ben = await ApiPerson.create(product, 'ben@screen-hd.example');
    await givePlan(ben);
    const album = await ben.album('Summer');
    const { key } = await ben.upload('film.mp4', await aVideo({ width: 1920, height: 1080, seconds: 1 }));
    await ben.attach(album._id, [key]);
    await until('the video has both renditions', async () =>
      (await ben.media(album._id)).every(({ keys }: Media) => keys['720'] && keys['1080']),
    );
    const playlist = await ben.playlist('Summer', [album._id]);
    const hd = await hang(browser, ben, 'Kitchen', HD);
    const small = await hang(browser, ben, 'Hall', { width: 1280, height: 400 });
    await ben.request('POST', '/publishes', { playlistId: playlist._id, deviceId: [hd.device._id, small.device._id] });
    await waitForVideoWidth(hd.page, 1920);
    await waitForVideoWidth(small.page, 1280);
    expect(new Set(hd.files)).not.toEqual(new Set(small.files));
    expect([new Set(hd.files).size, new Set(small.files).size]).toEqual([1, 1]);
    for (const { page } of [hd, small]) await page.context().close();
  });
});

test.describe('with any server', () => {
  test.use({ viewport: HD });

  test('a screen switches to the copy that a resized and a rotated page needs, without a frame of another colour', async ({
    context,
    server,
  }) => {
    const photo = await createPhoto(0);
    server.publish([{ id: 'a', files: [photo] }], { fit: 'fill' });
    const page = await openScreen(context, server);
    await waitForDecodedWidth(page, HD_FILE.width);
    expect(listRequests(server, photo.sha256)).toEqual([]);
    expect(await resize(page, UHD, LARGE_FILE.width)).toEqual([]);
    expect(listRequests(server, photo.sha256)).toHaveLength(1);
    expect(await resize(page, turn(HD), HD_FILE.width)).toEqual([]);
    expect(await resize(page, turn(UHD), LARGE_FILE.width)).toEqual([]);
    // Copies that were replaced are kept while there is space.
    expect(listRequests(server, photo.sha256)).toHaveLength(1);
    expect(listRequests(server, photo.hd?.sha256 ?? '')).toHaveLength(1);
  });

  test('a screen plays the large copy of an existing photo until its HD copy is made', async ({ context, server }) => {
    const photo = await createPhoto(0);
    const { hd: _hd, ...before } = photo;
    server.publish([{ id: 'a', files: [before] }], { fit: 'fill' });
    const page = await openScreen(context, server);
    await waitForDecodedWidth(page, LARGE_FILE.width);
    const frames = await captureFrames(page);
    server.publish([{ id: 'a', files: [photo] }], { fit: 'fill' });
    await waitForDecodedWidth(page, HD_FILE.width);
    expect((await frames.stop([getColour(0)])).foreign).toEqual([]);
    expect(await page.evaluate(() => window.__vitrine?.total)).toBe(1);
  });

  test('a screen that started offline after it was resized plays the copies that it has', async ({ context, server }) => {
    const photos = [await createPhoto(0, 300), await createPhoto(1, 300)];
    server.publish([{ id: 'a', files: photos }]);
    const page = await openScreen(context, server);
    await waitForItem(page, 'a-1');
    await server.stop();
    await page.setViewportSize(UHD);
    await page.reload();
    for (const itemId of ['a-1', 'a-0', 'a-1']) await waitForItem(page, itemId);
    expect(await page.evaluate(() => window.__vitrine?.failed)).toEqual([]);
  });

  test('a screen plays a video in 720p until its 1080p copy is made and downloaded', async ({ context, server }) => {
    const video = await createVideo(0);
    const { fullHd: _fullHd, ...before } = video;
    server.publish([{ id: 'a', files: [before] }]);
    const page = await openScreen(context, server);
    await waitForVideoWidth(page, SMALL_FILE.width);
    server.publish([{ id: 'a', files: [video] }]);
    await waitForVideoWidth(page, HD_FILE.width);
    expect(await page.evaluate(() => window.__vitrine?.failed)).toEqual([]);
  });

  test('a screen that cannot play the 1080p copy plays the video in 720p', async ({ context, server }) => {
    const video = await createVideo(0);
    const bytes = Buffer.from('not a video');
    server.publish([{ id: 'a', files: [{ ...video, fullHd: addChecksum({ ...video, bytes }) }] }]);
    const page = await openScreen(context, server);
    await waitForVideoWidth(page, SMALL_FILE.width);
    expect(listRequests(server, video.sha256)).not.toEqual([]);
  });
});
