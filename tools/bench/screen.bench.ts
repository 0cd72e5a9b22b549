/**
 * Checks each frame of the screen app in a real browser while it plays 4K images and videos with short durations. `TRANSITIONS=60` is a short trial; the
 * limits apply to 1,000 transitions (3,600 for memory growth).
 */
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type {} from '../../apps/screen/src/debug-state.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { flipByte } from '../../e2e/damage.ts';
import { FakeServer } from '../../e2e/stage-fake-server.ts';
import { captureFrames, type ForeignFrame } from '../../e2e/stage-frames.ts';
import {
  addChecksum,
  COLOURS,
  type Colour,
  type GeneratedFile,
  makeImage,
  makeVideo,
  makeWidget,
  WIDGET_COLOUR,
} from '../../e2e/stage-media.ts';
import { createLimitResult, quantile } from './figures.ts';
import { measureBrowsers } from './screen-browsers.ts';
import { measurePanels } from './screen-memory.ts';

const TRANSITIONS = Number(process.env['TRANSITIONS'] ?? 1000);
const DAMAGED_RUN = Math.round(TRANSITIONS / 4);
/** Longer than the screen's first retry delay, so that every file is damaged and repaired many times. */
const DAMAGE_EVERY_MS = 1500;
const REPAIR_TIMEOUT_MS = 60_000;
const BROWSER_RUN = Math.min(200, TRANSITIONS);
const LONG_RUN = Math.round(TRANSITIONS * 3.6);
const UHD = { width: 3840, height: 2160 };
const HD_READY = { width: 1280, height: 720 };
const IMAGE_MS = 600;
const VIDEO_MS = 700;
const COLD_STARTS = 5;
/** Duration of a video frame. */
const FRAME_MS = 1000 / 30;
const LIMITS = { latenessMs: 50, coldStartMs: 2000, heapBytes: 2_000_000, nodes: 200 };

interface TransitionTimes {
  /** Delay of each transition after an image, in milliseconds. */
  latenessMs: number[];
  /** Time from the end of a video until the next one is raised, in milliseconds. */
  gapsMs: number[];
}

export async function run() {
  const server = new FakeServer();
  await server.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const mixed = await mixedTransitions(browser, server);
    // All measurements take twenty minutes, so print each one as soon as it is known.
    console.log(`  mixed: ${mixed.foreign.length} foreign of ${mixed.frames} frames`);
    const coldStartMs = await coldStarts(browser, server);
    const damaged = await damagedTransitions(browser, server);
    console.log(
      `  damaged ${damaged.damages} times: ${damaged.foreign.length} foreign of ${damaged.frames} frames, ${damaged.missing} items missing`,
    );
    const growth = await longRun(browser, server);
    const onPanels = await measurePanels(server);
    const inBrowsers = await measureBrowsers(server, await makeMixedFiles(), BROWSER_RUN);
    return [
      {
        ...createLimitResult(
          `foreign or black frames of ${mixed.frames}${mixed.foreign.map(describeFrame).join('')}`,
          mixed.foreign.length,
          0,
          'frames',
        ),
        ratio: mixed.foreign.length,
      },
      {
        ...createLimitResult(
          `the same while ${damaged.damages} stored files are damaged, of ${damaged.frames}${damaged.foreign.map(describeFrame).join('')}`,
          damaged.foreign.length,
          0,
          'frames',
        ),
        ratio: damaged.foreign.length,
      },
      { ...createLimitResult('items not played again after the last damage', damaged.missing, 0, 'items'), ratio: damaged.missing },
      createLimitResult(
        `delay of a transition after an image, p99 of ${mixed.latenessMs.length}`,
        quantile(mixed.latenessMs, 0.99),
        LIMITS.latenessMs,
        'ms',
      ),
      createLimitResult(`gap between videos, p95 of ${mixed.gapsMs.length}`, quantile(mixed.gapsMs, 0.95), FRAME_MS, 'ms'),
      createLimitResult(
        `cold start without a server until the right item, median of ${COLD_STARTS}`,
        quantile(coldStartMs, 0.5),
        LIMITS.coldStartMs,
        'ms',
      ),
      createLimitResult(`heap growth after ${LONG_RUN} transitions`, Math.max(0, growth.heapBytes), LIMITS.heapBytes, 'bytes'),
      createLimitResult(`DOM node growth after ${LONG_RUN} transitions`, Math.max(0, growth.nodes), LIMITS.nodes, 'nodes'),
      ...onPanels,
      ...inBrowsers,
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const describeFrame = ({ index, colour, at, before, after }: ForeignFrame) =>
  `; the ${index}th, ${colour.join(' ')} at ${at}, between ${before.join(' ')} and ${after.join(' ')}`;

async function makeImageAs(colour: Colour, format: 'png' | 'webp'): Promise<GeneratedFile> {
  const { bytes } = await makeImage(colour, IMAGE_MS, UHD);
  return addChecksum({
    kind: 'image',
    bytes: await sharp(bytes).toFormat(format).toBuffer(),
    mimetype: `image/${format}`,
    durationMs: IMAGE_MS,
    colour,
  });
}

/** Creates photos, videos and a widget. A video separates any two of the others, which would fade and share a frame. Each frame must show a single item. */
function makeMixedFiles(): Promise<GeneratedFile[]> {
  const colour = (index: number): Colour => COLOURS[index] ?? [0, 0, 0];
  return Promise.all([
    makeImage(colour(0), IMAGE_MS, UHD),
    makeVideo(colour(1), VIDEO_MS, HD_READY),
    makeImageAs(colour(2), 'png'),
    makeVideo(colour(3), VIDEO_MS, HD_READY),
    makeVideo(colour(4), VIDEO_MS, HD_READY),
    makeImageAs(colour(5), 'webp'),
    makeVideo(colour(6), VIDEO_MS, HD_READY),
    makeWidget(IMAGE_MS),
    makeVideo(colour(7), VIDEO_MS, HD_READY),
  ]);
}

async function openScreen(browser: Browser, server: FakeServer, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 }, ...options });
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => window.__vitrine?.state === 'playing');
  return page;
}

async function mixedTransitions(browser: Browser, server: FakeServer) {
  server.publish([{ id: 'a', files: await makeMixedFiles() }]);
  const page = await openScreen(browser, server);
  const frames = await captureFrames(page);
  const times = await page.evaluate(measureTransitions, { total: TRANSITIONS, imageMs: IMAGE_MS });
  const { count, foreign } = await frames.stop([...COLOURS, WIDGET_COLOUR]);
  await page.context().close();
  return { ...times, frames: count, foreign };
}

/** Damages stored files one after the other during playback. The screen must skip, download and play them again. */
async function damagedTransitions(browser: Browser, server: FakeServer) {
  const files = await makeMixedFiles();
  server.publish([{ id: 'damaged', files, activatedAt: '2026-05-01T00:00:00.000Z' }]);
  // When a damaged video is skipped, two images follow each other and must not fade.
  const page = await openScreen(browser, server, { reducedMotion: 'reduce' });
  await page.waitForFunction(() => window.__vitrine?.itemId === 'damaged-0');
  const frames = await captureFrames(page);
  const played = playTransitions(page, DAMAGED_RUN);
  let isOver = false;
  void played.then(() => (isOver = true));
  let damages = 0;
  for (let index = 0; !isOver; index++) {
    if (await flipByte(page, files[index % files.length]?.sha256 ?? '')) damages += 1;
    await page.waitForTimeout(DAMAGE_EVERY_MS);
  }
  await played;
  const missing = await page.evaluate(countMissing, { ids: files.map((_file, index) => `damaged-${index}`), withinMs: REPAIR_TIMEOUT_MS });
  const { count, foreign } = await frames.stop([...COLOURS, WIDGET_COLOUR]);
  await page.context().close();
  return { damages, missing, frames: count, foreign };
}

/** Runs in the page. Returns how many of these items are not shown within the time. */
function countMissing({ ids, withinMs }: { ids: string[]; withinMs: number }): Promise<number> {
  const missing = new Set(ids);
  const end = performance.now() + withinMs;
  return new Promise((resolve) => {
    const poll = () => {
      missing.delete(window.__vitrine?.itemId ?? '');
      if (missing.size === 0 || performance.now() > end) resolve(missing.size);
      else requestAnimationFrame(poll);
    };
    poll();
  });
}

/** Runs in the page. Recognizes the raised layer by its z-index. */
function measureTransitions({ total, imageMs }: { total: number; imageMs: number }): Promise<TransitionTimes> {
  const times: TransitionTimes = { latenessMs: [], gapsMs: [] };
  let last = { wasImage: false, at: 0 };
  let endedAt = Number.NaN;
  let count = 0;
  const stage = document.getElementById('stage');
  document.addEventListener('ended', () => (endedAt = performance.now()), true);
  return new Promise((resolve) => {
    const onRaise = (layer: HTMLElement) => {
      const at = performance.now();
      const isVideo = layer.querySelector('video') !== null;
      if (last.wasImage) times.latenessMs.push(at - last.at - imageMs);
      else if (isVideo && Number.isFinite(endedAt)) times.gapsMs.push(at - endedAt);
      endedAt = Number.NaN;
      last = { wasImage: !isVideo, at };
      count += 1;
      if (count < total) return;
      observer.disconnect();
      resolve(times);
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement && target.style.zIndex === '3') onRaise(target);
    });
    if (stage) observer.observe(stage, { attributes: true, attributeFilter: ['style'], subtree: true });
  });
}

async function coldStarts(browser: Browser, server: FakeServer): Promise<number[]> {
  const page = await openScreen(browser, server);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await server.stop();
  const times: number[] = [];
  for (let round = 0; round < COLD_STARTS; round++) {
    // Another document in between, so that nothing of the previous page remains.
    await page.goto('about:blank');
    const from = performance.now();
    await page.goto(`${server.origin}/screen/`, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.__vitrine?.itemId === 'a-0', null, { polling: 5 });
    times.push(performance.now() - from);
  }
  await page.context().close();
  await server.start();
  return times;
}

async function longRun(browser: Browser, server: FakeServer): Promise<{ heapBytes: number; nodes: number }> {
  const files = await Promise.all(
    COLOURS.slice(0, 6).map((colour, index) => (index % 3 === 2 ? makeVideo(colour, 100, HD_READY) : makeImage(colour, 40, HD_READY))),
  );
  server.publish([{ id: 'long', files, activatedAt: '2026-06-01T00:00:00.000Z' }]);
  const page = await openScreen(browser, server);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await playTransitions(page, Math.round(LONG_RUN / 10));
  const early = await measurePage(client);
  await playTransitions(page, LONG_RUN);
  const late = await measurePage(client);
  await page.context().close();
  return { heapBytes: late.heapBytes - early.heapBytes, nodes: late.nodes - early.nodes };
}

const playTransitions = (page: Page, total: number) =>
  page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        let shownCount = 0;
        const stage = document.getElementById('stage');
        const observer = new MutationObserver((changes) => {
          shownCount += changes.filter(({ target }) => target instanceof HTMLElement && target.style.zIndex === '3').length;
          if (shownCount < count) return;
          observer.disconnect();
          resolve();
        });
        if (stage) observer.observe(stage, { attributes: true, attributeFilter: ['style'], subtree: true });
      }),
    total,
  );

/** Elements are released a few garbage collections later; leaked ones never are. */
async function measurePage(client: CDPSession) {
  for (let round = 0; round < 4; round++) await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heapBytes: read('JSHeapUsedSize'), nodes: read('Nodes') };
}
