/** A user puts live streams on a screen. */
import { expect, type Page } from '@playwright/test';
import type { Media, Playlist } from '@vitrine/contract';
import sharp from 'sharp';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { LiveSite, STREAM_COLOUR } from './live-site.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { createSignedInPage } from './signed-in-page.ts';

const VIDEO_ID = 'jfKfPfyJRdk';

/** Stands for YouTube's player, as far as the screen talks to it. Its first messages are invalid. */
const YOUTUBE_PLAYER = `<title>Player</title><h1>Playing</h1><script>
  const send = (message) => parent.postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*');
  for (const message of ['{', 'null', '[]', '{"event":"onStateChange","info":{}}', null, 1, {}]) parent.postMessage(message, '*');
  const commands = [];
  addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (message.event === 'listening') send({ event: 'initialDelivery', info: { playerState: -1 } });
    if (message.event !== 'command') return;
    commands.push([message.func, ...message.args].join(' '));
    document.body.dataset.commands = commands.join(', ');
    if (message.func === 'addEventListener' && message.args[0] === 'onError') send(PLAYER_MESSAGE);
  });
</script>`;

let site: LiveSite;
let product: Product;
let ana: ApiPerson;
let albumId: string;
let playlist: Playlist;
let screen: Page;
/** Message of the stand-in for YouTube. */
let playerMessage: object = { event: 'infoDelivery', info: { playerState: 1 } };
let referrer: string | undefined;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, sitePort, browser }) => {
  site = await LiveSite.open(sitePort);
  product = shared;
  ana = await ApiPerson.create(product, 'ana@streams.example');
  await givePlan(ana);
  albumId = (await ana.album('Lobby'))._id;
  screen = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage();
  await screen.context().route('https://www.youtube-nocookie.com/**', (route) => {
    referrer = route.request().headers()['referer'];
    const body = YOUTUBE_PLAYER.replace('PLAYER_MESSAGE', JSON.stringify(playerMessage));
    return route.fulfill({ contentType: 'text/html', body });
  });
});
test.afterAll(async () => {
  await site.close();
  await screen?.context().close();
});

const stage = () => screen.locator('#stage');
const video = () => stage().locator('video');
/** Position of the video that plays, or 0. While an item is replaced, there are two. */
const readPosition = () =>
  screen.evaluate(() => [...document.querySelectorAll<HTMLVideoElement>('#stage video')].find(({ paused }) => !paused)?.currentTime ?? 0);
async function expectProgress(): Promise<void> {
  await expect.poll(readPosition).toBeGreaterThan(0);
  const before = await readPosition();
  await expect.poll(readPosition).not.toBe(before);
}
/** Returns how far the center of the screen is from the colour of the stream. */
async function measureDistance(): Promise<number> {
  const center = await sharp(await screen.screenshot())
    .extract({ left: 320, top: 180, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return Math.max(...STREAM_COLOUR.map((value, index) => Math.abs(value - (center[index] ?? 0))));
}
const add = (settings: object) =>
  ana.request<Media>('POST', '/widgets', { albumId, name: 'Item', settings: { theme: 'light', ...settings } });
const addStream = (settings: object = {}) => add({ type: 'live', address: site.url, ...settings });
const expectShown = (mediaId: string | undefined) => expect.poll(() => screen.evaluate(() => window.__vitrine?.mediaId)).toBe(mediaId);
const deleteAll = async () => ana.request('DELETE', `/medias/${albumId}`, { mediaIdArr: (await ana.media(albumId)).map(({ _id }) => _id) });

// Slow, because a component test has the form (`live-stream.test.tsx`).
test('the form explains which addresses it accepts', { tag: '@slow' }, async ({ browser }) => {
  const page = await createSignedInPage(browser, ana, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${product.origin}/main/widget?albumId=${albumId}&template=live`);
  await page.getByRole('textbox', { name: 'Address of the stream' }).fill('https://tv.example/news');
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(page.getByText('Enter the address of a YouTube video')).toBeVisible();
  await inspect(page, 'form of a live stream');
  await page.context().close();
});

test('a screen plays the stream', async () => {
  await addStream({ title: 'Lobby TV' });
  // The card is drawn.
  await ana.waitUntilReady(albumId);
  await screen.goto(`${product.origin}/screen/`);
  const device = await ana.device('Lobby', await readScreenId(screen));
  playlist = await ana.playlist('Lobby', [albumId]);
  await ana.publish(playlist._id, device._id);
  await expectProgress();
  expect(await video().evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
  const [stream] = await ana.media(albumId);
  await expectShown(stream?._id);
  await expect.poll(measureDistance).toBeLessThan(30);
});

test('a browser that can’t play HLS plays it with the library', async () => {
  await screen.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await screen.reload();
  await expectProgress();
  expect(await video().evaluate((element: HTMLVideoElement) => element.currentSrc)).toMatch(/^blob:/);
});

test('a screen that shows nothing else keeps the last picture while the stream is away, and plays it again', { tag: '@slow' }, async () => {
  await site.close();
  await expect.poll(() => screen.evaluate(() => window.__vitrine?.failed)).toMatchObject([{ reason: /^the stream can’t be played/ }]);
  await expect(video()).toBeVisible();
  site = await LiveSite.open(Number(new URL(site.url).port));
  await expectProgress();
});

test('while the stream is away, the screen shows its text, or the next item', async () => {
  await deleteAll();
  await expectShown((await addStream({ fallbackText: 'Back soon' }))._id);
  await expectProgress();
  await site.close();
  await expect(stage()).toContainText('Back soon', { timeout: 60_000 });
  await addStream();
  await add({ type: 'slide', template: 'quote', title: 'Mind the gap' });
  await expect(stage()).toContainText('Mind the gap', { timeout: 60_000 });
  await expect(stage()).toContainText('Back soon', { timeout: 60_000 });
  await expect(video()).toHaveCount(0);
});

test('a YouTube video is shown in a frame that can only play', async () => {
  await deleteAll();
  await add({ type: 'live', address: `https://youtu.be/${VIDEO_ID}?si=abc` });
  await expect(screen.frameLocator('#stage iframe').getByRole('heading', { name: 'Playing' })).toBeVisible({ timeout: 60_000 });
  const frame = stage().locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
  await expect(frame).toHaveAttribute('allow', 'autoplay; encrypted-media');
  await expect(frame).toHaveAttribute(
    'src',
    new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${VIDEO_ID}\\?autoplay=1&mute=1&controls=0&`),
  );
  await expect(screen.frameLocator('#stage iframe').locator('body')).toHaveAttribute('data-commands', /playVideo/);
  expect(referrer).toBe(`${product.origin}/`);
  // Messages of other windows are ignored.
  await screen.evaluate(() => postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*'));
  expect(await screen.evaluate(() => window.__vitrine?.failed)).toEqual([]);
});

test('a YouTube video that other sites may not show is replaced by its text', async () => {
  playerMessage = { event: 'onError', info: 150 };
  await deleteAll();
  await add({ type: 'live', address: `https://www.youtube.com/live/${VIDEO_ID}`, fallbackText: 'No signal' });
  await expect(stage()).toContainText('No signal', { timeout: 60_000 });
  await expect(stage().locator('iframe')).toHaveCount(0);
});
