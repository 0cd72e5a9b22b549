/** How images of another aspect ratio fill the screen, by the setting of its device. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { getColour, openScreen, test, waitForItem } from './screen-page.ts';
import { captureFrames } from './stage-frames.ts';
import { type Colour, makeImage, makeVideo } from './stage-media.ts';

test.use({ trace: 'off' });

const TOLERANCE = 34;
const PORTRAIT = { width: 400, height: 800 };
const createPortrait = (index: number, durationMs = 60_000) => makeImage(getColour(index), durationMs, PORTRAIT);

/** Brightness of the backdrop relative to the image. */
const dim = ([red, green, blue]: Colour): Colour => [red * 0.6, green * 0.6, blue * 0.6];
const BLACK: Colour = [11, 11, 12];
const isSimilar = (pixel: readonly number[], expected: Colour) =>
  expected.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) < TOLERANCE);

/** Returns the pixel at a place in percent of the image. */
async function readPixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const { width, height } = await sharp(image).metadata();
  const pixel = { left: Math.floor((width * left) / 100), top: Math.floor((height * top) / 100), width: 1, height: 1 };
  return [...(await sharp(image).extract(pixel).removeAlpha().raw().toBuffer())];
}

/** Returns the colors at the left edge and in the middle. */
async function readColors(page: Page): Promise<{ edge: number[]; middle: number[] }> {
  const shot = await page.screenshot();
  return { edge: await readPixel(shot, 2, 50), middle: await readPixel(shot, 50, 50) };
}

async function expectColors(page: Page, edge: Colour, middle: Colour): Promise<void> {
  await expect.poll(async () => isSimilar((await readColors(page)).edge, edge), { message: `edge ${edge.join(', ')}` }).toBe(true);
  expect(isSimilar((await readColors(page)).middle, middle)).toBe(true);
}

test('shows an image on a blurred backdrop, on black or cropped, and applies changes immediately', async ({ context, server }) => {
  const files = [await createPortrait(0)];
  const show = (device: object) => server.publish([{ id: 'a', files }], device);
  show({});
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  await expectColors(page, dim(getColour(0)), getColour(0));
  show({ fit: 'fit' });
  await expectColors(page, BLACK, getColour(0));
  show({ fit: 'fill' });
  await expectColors(page, getColour(0), getColour(0));
  show({ fit: 'backdrop' });
  await expectColors(page, dim(getColour(0)), getColour(0));
  // In portrait orientation, the image fills the screen.
  show({ fit: 'backdrop', rotation: 90 });
  await expect.poll(() => server.reports.at(-1)?.health).toMatchObject({ width: 360, height: 640 });
  show({ fit: 'backdrop', rotation: 0 });
  await expect.poll(() => server.reports.at(-1)?.health).toMatchObject({ width: 640, height: 360 });
  await expectColors(page, dim(getColour(0)), getColour(0));
});

test('applies the volume of the device to all videos, including the current one', async ({ context, server }) => {
  const files = [await makeVideo(getColour(1), 1500)];
  server.publish([{ id: 'a', files }], { volume: 40 });
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  const volume = () => page.evaluate(() => document.querySelector('video')?.volume);
  await expect.poll(volume).toBe(0.4);
  server.publish([{ id: 'a', files }], { volume: 0 });
  await expect.poll(volume).toBe(0);
});

test('changes images with backdrops without a frame of another color', async ({ context, server }) => {
  const files = await Promise.all([0, 1, 2, 3].map((index) => createPortrait(index, 150)));
  server.publish([{ id: 'a', files }]);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.origin}/screen`);
  await waitForItem(page, 'a-0');
  const capture = await captureFrames(page);
  for (const index of [1, 2, 3, 0, 1, 2, 3, 0]) await waitForItem(page, `a-${index}`);
  await capture.stop([]);
  const colours = [0, 1, 2, 3].map(getColour);
  const foreign: string[] = [];
  let hasBegun = false;
  for (const [index, frame] of capture.frames.entries()) {
    const [edge, middle] = [await readPixel(frame, 2, 42), await readPixel(frame, 50, 42)];
    const isOwn = colours.some((colour) => isSimilar(middle, colour) && isSimilar(edge, dim(colour)));
    hasBegun ||= isOwn;
    // The capture may start before the first item is shown.
    if (hasBegun && !isOwn) foreign.push(`${index}: ${edge.join(',')} / ${middle.join(',')}`);
  }
  expect(capture.frames.length).toBeGreaterThan(8);
  expect(foreign).toEqual([]);
});
