import { expect, type Page } from '@playwright/test';
import type { SetItemsOptions, StageItem } from '@vitrine/stage';
import { POLLING } from './polling.ts';
import { test } from './product-test.ts';
import { COLOURS, type Colour, type GeneratedFile, makeImage, makeVideo } from './stage-media.ts';
import { openStage, toStageItem } from './stage-page.ts';

// A trace keeps objects of the page alive, which would affect the memory test.
test.use({ trace: 'off', viewport: { width: 640, height: 360 } });

const colour = (index: number): Colour => COLOURS[index] ?? [0, 0, 0];

const setItems = (page: Page, items: StageItem[], options: SetItemsOptions = {}) =>
  page.evaluate(([list, how]) => window.player.setItems(list, how), [items, options] as const);
const shown = (page: Page) => page.evaluate(() => window.shown);
const shownCount = (page: Page, count: number) => page.waitForFunction((minimum) => window.shown.length >= minimum, count, POLLING);
const current = (page: Page, id: string) => page.waitForFunction((expected) => window.player.current?.id === expected, id);

async function createImages(count: number, durationMs: number): Promise<Record<string, GeneratedFile>> {
  const files = await Promise.all(Array.from({ length: count }, (_, index) => makeImage(colour(index), durationMs)));
  return Object.fromEntries(files.map((file, index) => [`i${index}`, file]));
}
const toItems = (files: Record<string, GeneratedFile>) => Object.entries(files).map(([id, file]) => toStageItem(id, file));

test('plays a list in a loop', async ({ page }) => {
  const files = await createImages(3, 100);
  await openStage(page, files);
  await setItems(page, toItems(files));
  await shownCount(page, 7);
  expect((await shown(page)).slice(0, 7)).toEqual(['i0', 'i1', 'i2', 'i0', 'i1', 'i2', 'i0']);
});

test('skips items that cannot be decoded or found and reports the reason', async ({ page }) => {
  const whole = await createImages(2, 100);
  const files = { ...whole, broken: Buffer.from('no picture'), film: Buffer.from('no video') };
  await openStage(page, files);
  const [first, last] = toItems(whole);
  const broken = [toStageItem('broken', { kind: 'image', durationMs: 100 }), toStageItem('film', { kind: 'video', durationMs: 100 })];
  await setItems(page, first && last ? [first, ...broken, last] : []);
  await shownCount(page, 4);
  expect((await shown(page)).slice(0, 4)).toEqual(['i0', 'i1', 'i0', 'i1']);
  const errors = await page.evaluate(() => window.errors);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain('broken: the image can’t be decoded');
  expect(errors[1]).toContain('film: the video can’t be played');
});

test('shows an item whose bytes were repaired while the damaged ones were still being decoded', async ({ page }) => {
  const files = await createImages(2, 100);
  await openStage(page, files);
  let requestCount = 0;
  await page.route('**/files/i1', async (route) => {
    if (requestCount++ > 0) return route.fallback();
    await page.evaluate(() => window.player.retry('i1'));
    return route.fulfill({ body: 'damaged' });
  });
  await setItems(page, toItems(files));
  await current(page, 'i1');
  expect(await page.evaluate(() => window.errors)).toEqual([]);
});

test('replaces the bytes of an image during its transition without reporting another item', async ({ page }) => {
  const files = await createImages(1, 60_000);
  const { bytes } = await makeImage(colour(0), 60_000, { width: 320, height: 180 });
  await openStage(page, files);
  let requests = 0;
  await page.route('**/files/i0', (route) =>
    requests++ === 0 ? route.fallback() : route.fulfill({ body: bytes, contentType: 'image/jpeg' }),
  );
  await page.evaluate(() => {
    const stage = document.getElementById('stage');
    const raised = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target instanceof HTMLElement && target.style.zIndex === '3')) return;
      raised.disconnect();
      window.player.renew('i0');
    });
    if (stage) raised.observe(stage, { attributes: true, attributeFilter: ['style'], subtree: true });
  });
  await setItems(page, toItems(files));
  await page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 320);
  expect(requests).toBe(2);
  expect(await shown(page)).toEqual(['i0']);
});

test('pauses photos and videos, resumes at the same position and steps manually', async ({ page }) => {
  // On a busy machine, half a second can pass until the first photo is paused.
  const files = { ...(await createImages(2, 1000)), film: await makeVideo(colour(5), 1500) };
  await openStage(page, files);
  await setItems(page, toItems(files));
  await current(page, 'i0');
  await page.evaluate(() => window.player.pause());
  // This and the next wait are fixed: nothing may happen within more than the duration of a photo.
  await page.waitForTimeout(1500);
  expect(await shown(page)).toEqual(['i0']);
  await page.evaluate(() => window.player.next());
  await current(page, 'i1');
  await page.evaluate(() => window.player.previous());
  await current(page, 'i0');
  await page.evaluate(() => window.player.previous());
  await current(page, 'film');
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
  const before = await position();
  await page.waitForTimeout(300);
  expect(await position()).toBe(before);
  await page.evaluate(() => window.player.play());
  await current(page, 'i0');
});

test('keeps its position when the list changes and starts over on request', async ({ page }) => {
  const files = await createImages(4, 250);
  await openStage(page, files);
  const items = toItems(files);
  await setItems(page, items.slice(0, 3));
  await current(page, 'i1');
  await setItems(
    page,
    [items[0], items[1], items[3], items[2]].flatMap((item) => item ?? []),
  );
  await current(page, 'i3');
  await setItems(page, items.slice(0, 3));
  await shownCount(page, 4);
  expect((await shown(page)).slice(0, 4)).toEqual(['i0', 'i1', 'i3', 'i2']);
  await setItems(page, items, { startAt: 'i1' });
  await current(page, 'i1');
  await setItems(page, []);
  expect((await shown(page)).at(-1)).toBe('nothing');
  expect(await page.evaluate(() => document.querySelectorAll('#stage *').length)).toBe(0);
});

test('shows a single image once and repeats a single video', async ({ page }) => {
  const picture = await createImages(1, 100);
  const files = { ...picture, film: await makeVideo(colour(2), 300) };
  await openStage(page, files);
  await setItems(page, toItems(picture));
  await current(page, 'i0');
  await page.waitForTimeout(500);
  expect(await shown(page)).toEqual(['i0']);
  await setItems(page, [toStageItem('film', files.film)], { restart: true });
  await shownCount(page, 4);
  expect((await shown(page)).slice(0, 4)).toEqual(['i0', 'film', 'film', 'film']);
});

test('very short videos do not stop playback on a slow machine', { tag: '@slow' }, async ({ page }) => {
  const films = await Promise.all([makeVideo(colour(7), 100), makeVideo(colour(8), 100), makeVideo(colour(9), 100)]);
  const files = Object.fromEntries(films.map((file, index) => [`f${index}`, file]));
  await openStage(page, files);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await setItems(page, toItems(files));
  await shownCount(page, 24);
  const order = (await shown(page)).slice(0, 24);
  expect(order).toEqual(order.map((_, index) => `f${index % 3}`));
  expect(await page.evaluate(() => window.errors)).toEqual([]);
});

test('fades between photos when configured and cuts for videos and with reduced motion', async ({ page }) => {
  const files = { ...(await createImages(2, 200)), film: await makeVideo(colour(3), 300) };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openStage(page, files, { crossfadeMs: 300 });
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    window.fades = 0;
    Element.prototype.animate = function count(this: Element, ...how) {
      window.fades += 1;
      return animate.apply(this, how);
    };
  });
  const fades = () => page.evaluate(() => window.fades);
  await setItems(page, toItems(files));
  await shownCount(page, 7);
  expect((await shown(page)).slice(0, 6)).toEqual(['i0', 'i1', 'film', 'i0', 'i1', 'film']);
  const faded = await fades();
  expect([2, 3]).toContain(faded);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const count = (await shown(page)).length;
  await shownCount(page, count + 5);
  expect((await fades()) - faded).toBeLessThanOrEqual(1);
});

test('releases the elements, object URLs and memory of 40 items', async ({ page }) => {
  const films = await Promise.all([makeVideo(colour(7), 100), makeVideo(colour(8), 100)]);
  const files = { ...(await createImages(3, 30)), film0: films[0], film1: films[1] };
  await openStage(page, files);
  const client = await page.context().newCDPSession(page);
  const measure = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { heapBytes: read('JSHeapUsedSize'), nodes: read('Nodes') };
  };
  await client.send('Performance.enable');
  await setItems(page, toItems(files));
  await shownCount(page, 10);
  const early = await measure();
  await shownCount(page, 40);
  await page.evaluate(() => window.player.pause());
  // Elements are released a few garbage collections later; leaked ones never are.
  await expect.poll(async () => (await measure()).nodes - early.nodes).toBeLessThan(20);
  expect((await measure()).heapBytes - early.heapBytes).toBeLessThan(500_000);
  expect(await page.evaluate(() => document.querySelectorAll('#stage > div').length)).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => window.shown.length - window.released)).toBeLessThanOrEqual(2);
});
