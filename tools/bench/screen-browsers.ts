/** Measures the screen app in old browsers of TVs: frames during transitions, and memory compared with the current browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ChromiumBrowser } from '../../e2e/browsers/chromium-browser.ts';
import { fetchChromium, type OldChromium } from '../../e2e/browsers/old-chromium.ts';
import { findHeadlessShell } from '../../e2e/chromium.ts';
import type { FakeServer } from '../../e2e/stage-fake-server.ts';
import { type ForeignFrame, findForeignFrames } from '../../e2e/stage-frames.ts';
import type { Colour, GeneratedFile } from '../../e2e/stage-media.ts';

/** Duration of a photo, longer than a fade. */
const PHOTO_MS = 1500;
const MEMORY_LIMIT = 1.1;
const SAMPLES = 30;
const SAMPLE_EVERY_MS = 250;

interface BrowserRun {
  name: string;
  transitions: number;
  frames: number;
  foreign: ForeignFrame[];
  /** The memory of the page's process without the browser's code: median of the samples after the last transition, during playback. */
  memoryBytes: number;
  heapBytes: number;
}

/** Counts changes of the item on the screen in `window.transitions`. The expression must be valid in the oldest browser. */
const COUNT_TRANSITIONS = `(function () {
  var last = window.__vitrine.itemId;
  window.transitions = 0;
  (function poll() {
    if (window.__vitrine.itemId !== last) { window.transitions += 1; last = window.__vitrine.itemId; }
    requestAnimationFrame(poll);
  })();
})()`;

async function runBrowser(
  name: string,
  executable: string,
  server: FakeServer,
  files: GeneratedFile[],
  transitions: number,
): Promise<BrowserRun> {
  server.publish([{ id: 'browsers', files, activatedAt: new Date().toISOString() }]);
  const browser = await ChromiumBrowser.start(name, executable);
  try {
    await browser.open(`${server.origin}/screen/`);
    await waitFor(browser, `!!window.__vitrine && window.__vitrine.state === 'playing'`);
    await browser.startFrames();
    await browser.evaluate(COUNT_TRANSITIONS);
    await waitFor(browser, `window.transitions >= ${transitions}`);
    const frames = await browser.stopFrames();
    const heapBytes = await browser.measureHeap();
    const memoryBytes = (await sampleMemory(browser))[SAMPLES / 2] ?? Number.NaN;
    const fades = files.every(({ kind }) => kind === 'image');
    const colours = files.map(({ colour }): Colour => colour);
    const foreign = await findForeignFrames(frames, colours, { fades });
    console.log(
      `  ${name}: ${foreign.length} foreign of ${frames.length} frames; ${inMegabytes(memoryBytes)} MB, scripts ${inMegabytes(heapBytes)} MB`,
    );
    return { name, transitions, frames: frames.length, foreign, memoryBytes, heapBytes };
  } finally {
    await browser.close();
  }
}

/** Returns samples of the memory of the page's process in bytes, taken during playback, in ascending order. */
export async function sampleMemory(browser: ChromiumBrowser): Promise<number[]> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    samples.push(await browser.measureMemory());
    await sleep(SAMPLE_EVERY_MS);
  }
  return samples.toSorted((a, b) => a - b);
}

export async function waitFor(browser: ChromiumBrowser, condition: string): Promise<void> {
  while (!(await browser.evaluate<boolean>(condition))) await sleep(100);
}

const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Returns the rows of the bench. Chromium 69 has no H.264, so it shows the photos, which fade into each other. */
export async function measureBrowsers(server: FakeServer, mixed: GeneratedFile[], transitions: number) {
  const photos = mixed.filter(({ kind }) => kind === 'image').map((file) => ({ ...file, durationMs: PHOTO_MS }));
  const runOld = async (version: OldChromium, files: GeneratedFile[]) =>
    runBrowser(`Chromium ${version}`, await fetchChromium(version), server, files, transitions);
  const oldest = await runOld(69, photos);
  const old = await runOld(90, mixed);
  const current = await runBrowser('current Chromium', await findHeadlessShell(), server, mixed, transitions);
  return [presentFrames(oldest), presentFrames(old), presentMemory(old, current)];
}

const presentFrames = ({ name, transitions, frames, foreign }: BrowserRun) => ({
  name: `foreign or black frames of ${frames} in ${transitions} transitions, ${name}`,
  ours: foreign.length,
  peer: 0,
  unit: 'frames',
  ratio: foreign.length,
  limit: 1,
  pass: foreign.length === 0,
});

const presentMemory = (old: BrowserRun, current: BrowserRun) => ({
  name: `memory of the page after ${old.transitions} transitions, ${old.name} vs. ${current.name}`,
  ours: old.memoryBytes,
  peer: current.memoryBytes,
  unit: 'bytes',
  ratio: old.memoryBytes / current.memoryBytes,
  limit: MEMORY_LIMIT,
  pass: old.memoryBytes <= MEMORY_LIMIT * current.memoryBytes,
});
