/** Layouts on a screen: every zone shows its album in its box, without black frames, and without a network. */
import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { createImage, getColour, getFailures, isSameColour, openScreen, test, waitForItem } from './screen-page.ts';
import type { FakePublish } from './stage-fake-server.ts';
import { captureFrames } from './stage-frames.ts';
import { type Colour, makeVideo, makeWidget, WIDGET_COLOUR } from './stage-media.ts';

// A trace takes its own screenshots, which slows down those captured here.
test.use({ trace: 'off', viewport: { width: 640, height: 360 } });

/** Returns the colour at a place in percent of the page. */
async function readColourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const { width, height } = await sharp(image).metadata();
  const pixel = { left: Math.floor((width * left) / 100), top: Math.floor((height * top) / 100), width: 1, height: 1 };
  return [...(await sharp(image).extract(pixel).removeAlpha().raw().toBuffer())];
}

/** Waits until the page has these colours at places in percent. */
const expectColours = (page: Page, places: [left: number, top: number, colour: Colour][]) =>
  expect
    .poll(async () => {
      const shot = await page.screenshot();
      const actual = await Promise.all(places.map(([left, top]) => readColourAt(shot, left, top)));
      return actual.map((colour, index) => isSameColour(colour, places[index]?.[2] ?? [0, 0, 0]) || colour.join());
    })
    .toEqual(places.map(() => true));

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();

test('shows a playlist and two albums in their boxes, also in portrait, and gives the whole screen back', async ({ page, server }) => {
  const files = [await createImage(0, 60_000)];
  const [side, bottom] = [await createImage(1, 60_000), await makeWidget(60_000)];
  const zones = [
    { zone: 'side' as const, files: [side] },
    { zone: 'bottom' as const, files: [bottom] },
  ];
  const publish = (layout?: FakePublish['layout'], rotation?: 90) =>
    server.publish([{ id: 'a', files, ...(layout && { layout }) }], { fit: 'fill', ...(rotation && { rotation }) });
  publish({ preset: 'l', divider: 75, zones });
  await page.goto(`${server.origin}/screen/`);
  await expectColours(page, [
    [10, 10, getColour(0)],
    [70, 70, getColour(0)],
    [80, 10, getColour(1)],
    [80, 70, getColour(1)],
    [40, 90, WIDGET_COLOUR],
    [95, 95, WIDGET_COLOUR],
  ]);
  // Another divider moves the boxes. The panel hangs upright: the side zone is below the main zone, and the page shows it turned by 90 degrees.
  publish({ preset: 'l', divider: 50, zones }, 90);
  await expectColours(page, [
    [90, 50, getColour(0)],
    [80, 10, getColour(0)],
    [60, 50, getColour(1)],
    [60, 90, getColour(1)],
    [30, 50, WIDGET_COLOUR],
    [10, 90, WIDGET_COLOUR],
  ]);
  // A zone without items stays black, and the main zone fills the screen when no side zone has any.
  publish({ preset: 'l', divider: 50, zones: zones.slice(0, 1) });
  await expectColours(page, [
    [25, 25, getColour(0)],
    [75, 25, getColour(1)],
    [50, 75, [11, 11, 12]],
  ]);
  publish({ preset: 'l', divider: 50, zones: [{ zone: 'side', files: [side], valid: { until: '2020-01-01T00:00' } }] });
  await expectColours(page, [
    [10, 10, getColour(0)],
    [75, 25, getColour(0)],
    [50, 75, getColour(0)],
  ]);
  publish();
  await expectColours(page, [[75, 75, getColour(0)]]);
  expect(await page.locator('#stage > div').count()).toBe(1);
});

test('changes between playlists with and without a layout or synchronized playback without a black frame', async ({ page, server }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [whole, main, side, other] = await Promise.all([0, 1, 2, 3].map((index) => createImage(index, 60_000)));
  const film = await makeVideo(getColour(4), 4000);
  const shared = await createImage(5, 60_000);
  if (!whole || !main || !side || !other) throw new Error('no images');
  const playlists: FakePublish[] = [
    { id: 'whole', files: [whole] },
    { id: 'two', files: [main], layout: { preset: 'side', divider: 75, zones: [{ zone: 'side', files: [side] }] } },
    { id: 'film', files: [other], layout: { preset: 'split', divider: 45, zones: [{ zone: 'bottom', files: [film] }] } },
    { id: 'step', files: [shared], synchronized: true },
    { id: 'steps', files: [film], layout: { preset: 'side', divider: 75, zones: [{ zone: 'side', files: [side] }] }, synchronized: true },
  ];
  let minute = 0;
  const activate = (id: string) =>
    server.publish(
      playlists.map((playlist) => ({ ...playlist, activatedAt: at(playlist.id === id ? ++minute : 0) })),
      { fit: 'fill' },
    );
  activate('whole');
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'whole-0');
  await expectColours(page, [[90, 50, getColour(0)]]);
  const frames = await captureFrames(page);
  const places: Record<string, Parameters<typeof expectColours>[1]> = {
    whole: [
      [10, 10, getColour(0)],
      [90, 90, getColour(0)],
    ],
    two: [
      [10, 50, getColour(1)],
      [90, 50, getColour(2)],
    ],
    film: [
      [50, 10, getColour(3)],
      [50, 90, getColour(4)],
    ],
    step: [
      [10, 10, getColour(5)],
      [90, 90, getColour(5)],
    ],
    steps: [
      [10, 50, getColour(4)],
      [90, 50, getColour(2)],
    ],
  };
  for (const id of [
    'two',
    'whole',
    'film',
    'two',
    'film',
    'whole',
    'step',
    'whole',
    'steps',
    'step',
    'two',
    'steps',
    'film',
    'step',
    'whole',
  ]) {
    activate(id);
    await expectColours(page, places[id] ?? []);
  }
  const captured = [...frames.frames];
  await frames.stop([]);
  const allowed = [0, 1, 2, 3, 4, 5].map(getColour);
  const foreign: string[] = [];
  for (const [index, frame] of captured.entries()) {
    const pixels = await sharp(frame).removeAlpha().resize(16, 9, { kernel: 'nearest', fit: 'fill' }).raw().toBuffer();
    for (let offset = 0; offset < pixels.length; offset += 3) {
      const pixel = [...pixels.subarray(offset, offset + 3)];
      if (!allowed.some((colour) => isSameColour(pixel, colour))) foreign.push(`frame ${index} at ${offset / 3}: ${pixel.join()}`);
    }
  }
  expect(foreign).toEqual([]);
  expect(captured.length).toBeGreaterThan(6);
});

test('starts offline, repairs a damaged file of a zone, and counts plays by zone', async ({ context, server }) => {
  test.setTimeout(120_000);
  const [main, side] = [await createImage(0, 60_000), await createImage(1, 400)];
  const next = await createImage(2, 400);
  const layout = { preset: 'side' as const, divider: 75, zones: [{ zone: 'side' as const, files: [side, next] }] };
  server.corrupt.add(side.sha256);
  server.publish([{ id: 'a', files: [main], layout }], { fit: 'fill' });
  const page = await openScreen(context, server);
  // While the file is damaged, the part of the playlist that is stored plays.
  await expectColours(page, [
    [10, 50, getColour(0)],
    [90, 50, getColour(2)],
  ]);
  server.corrupt.clear();
  const sees = async (index: number) => isSameColour(await readColourAt(await page.screenshot(), 90, 50), getColour(index));
  await expect.poll(() => sees(1), { intervals: [50], timeout: 60_000 }).toBe(true);
  await expect.poll(() => sees(2), { intervals: [50] }).toBe(true);
  await page.waitForFunction(() => window.__vitrine?.total === 3 && window.__vitrine.downloaded === 3, undefined, POLLING);
  expect(getFailures(server) ?? []).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expectColours(page, [[10, 50, getColour(0)]]);
  await expect.poll(() => sees(1), { intervals: [50] }).toBe(true);
  await context.setOffline(false);
  await expect
    .poll(() => [...server.plays.values()].map(({ zone, mediaId }) => `${zone} ${mediaId}`).sort(), { timeout: 90_000 })
    .toEqual(expect.arrayContaining(['side a-side-media-0', 'side a-side-media-1']));
});

test.describe('with the real server', () => {
  let product: Product;
  test.beforeAll(({ shared }) => {
    product = shared;
  });

  async function openDevice(browser: Browser, owner: ApiPerson) {
    const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
    const page = await context.newPage();
    await page.goto(`${product.origin}/screen/`);
    return { context, page, device: await owner.device('Counter', await readScreenId(page)) };
  }

  test('a layout that is set while the playlist plays appears, and stays without a network', async ({ browser }) => {
    test.setTimeout(120_000);
    const ana = await ApiPerson.create(product, 'ana@layouts.example');
    await givePlan(ana);
    const album = async (name: string, index: number) => {
      const { _id } = await ana.album(name);
      const { key } = await ana.upload(`${name}.jpg`, (await createImage(index)).bytes);
      await ana.attach(_id, [key]);
      await ana.waitUntilReady(_id);
      return _id;
    };
    const [photos, menu] = [await album('Photos', 0), await album('Menu', 1)];
    const playlist = await ana.playlist('Café', [photos]);
    const { context, page, device } = await openDevice(browser, ana);
    await ana.request('PUT', `/devices/settings/${device._id}`, { fit: 'fill' });
    await ana.publish(playlist._id, device._id);
    await expectColours(page, [[90, 50, getColour(0)]]);
    const zones = [{ zone: 'side', albumId: menu }];
    await ana.request('PUT', `/playlists/layout/${playlist._id}`, { layout: { preset: 'side', divider: 70, zones } });
    const both: Parameters<typeof expectColours>[1] = [
      [10, 50, getColour(0)],
      [90, 50, getColour(1)],
    ];
    await expectColours(page, both);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await expectColours(page, both);
    await context.setOffline(false);
    await ana.request('DELETE', `/albums/${menu}`);
    await expectColours(page, [[90, 50, getColour(0)]]);
    await context.close();
  });
});
