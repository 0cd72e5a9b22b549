/**
 * A page of 1920 x 1080 with a layout of four zones, compared with the same playlist on the whole page: `npm run bench -- zones`.
 *
 * The playlist has photos in HD. The other zones show photos, a clock and a menu board. Processor time is measured for 30 s, starting 15 s after the first
 * item, in all processes of the browser, which draws without a graphics card. Memory is the median of samples that are taken afterwards. It includes the page's
 * process, but not the code of the browser.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WidgetSettings } from '@vitrine/contract/widgets';
import { ChromiumBrowser } from '../../e2e/browsers/chromium-browser.ts';
import { findHeadlessShell } from '../../e2e/chromium.ts';
import { type FakePublish, FakeServer } from '../../e2e/stage-fake-server.ts';
import { COLOURS, type GeneratedFile, makeImage, makeWidgetFile } from '../../e2e/stage-media.ts';
import { createLimitResult, median } from './figures.ts';
import { listProcessTree, processorSeconds } from './process-figures.ts';
import { sampleMemory, waitFor } from './screen-browsers.ts';

const HD = { width: 1920, height: 1080 };
const PHOTO_MS = 10_000;
const SETTLE_MS = 15_000;
const MEASURE_MS = 30_000;
const ROUNDS = 3;
const LIMITS = { core: 0.25, memoryMb: 60 };

interface ZonesRun {
  /** Share of one core. */
  core: number;
  memoryMb: number;
}

const makePhotos = (from: number, count: number): Promise<GeneratedFile[]> =>
  Promise.all(COLOURS.slice(from, from + count).map((colour) => makeImage(colour, PHOTO_MS, HD)));

const CLOCK: WidgetSettings = {
  type: 'clock',
  theme: 'dark',
  face: 'analogue',
  showSeconds: true,
  showDate: true,
  hours: '24',
  timeZone: null,
  label: 'Berlin',
};

const MENU: WidgetSettings = {
  type: 'menu',
  theme: 'light',
  title: 'Lunch',
  sections: ['Starters', 'Mains', 'Desserts'].map((name) => ({
    name,
    dishes: Array.from({ length: 8 }, (_, index) => ({
      name: `${name} ${index + 1}`,
      description: 'With bread and salad',
      price: `$${index + 4}.50`,
      timedPrices: [],
      isSoldOut: false,
    })),
  })),
  soldOutText: 'Sold out',
  note: '',
};

export async function run() {
  const server = new FakeServer();
  await server.start();
  try {
    const files = await makePhotos(0, 5);
    const layout: FakePublish['layout'] = {
      preset: 'grid',
      divider: 50,
      zones: [
        { zone: 'topRight', files: await makePhotos(5, 5) },
        { zone: 'bottomLeft', files: [makeWidgetFile(CLOCK, PHOTO_MS)] },
        { zone: 'bottomRight', files: [makeWidgetFile(MENU, PHOTO_MS)] },
      ],
    };
    const [single, four]: [ZonesRun[], ZonesRun[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      single.push(await play(server, { id: `single-${round}`, files }));
      four.push(await play(server, { id: `four-${round}`, files, layout }));
    }
    const memoryOf = (runs: ZonesRun[]) => median(runs.map(({ memoryMb }) => memoryMb));
    const coreOf = (runs: ZonesRun[]) => median(runs.map(({ core }) => core));
    console.log(`  without zones: ${coreOf(single).toFixed(3)} cores, ${memoryOf(single).toFixed(0)} MB`);
    return [
      createLimitResult(`four zones, of one core: median of ${ROUNDS}`, coreOf(four), LIMITS.core, 'cores'),
      createLimitResult(
        'memory of the page with four zones, more than without zones',
        memoryOf(four) - memoryOf(single),
        LIMITS.memoryMb,
        'MB',
      ),
    ];
  } finally {
    await server.stop();
  }
}

async function play(server: FakeServer, publish: FakePublish): Promise<ZonesRun> {
  server.publish([{ ...publish, activatedAt: new Date().toISOString() }]);
  const browser = await ChromiumBrowser.start('current Chromium', await findHeadlessShell());
  try {
    await browser.resize(HD.width, HD.height);
    await browser.open(`${server.origin}/screen/`);
    await waitFor(browser, `!!window.__vitrine && window.__vitrine.state === 'playing'`);
    await sleep(SETTLE_MS);
    const readSeconds = () => processorSeconds(listProcessTree(browser.pid));
    const [before, startedAt] = [readSeconds(), performance.now()];
    await sleep(MEASURE_MS);
    const core = ((readSeconds() - before) * 1000) / (performance.now() - startedAt);
    const memoryMb = median(await sampleMemory(browser)) / 1e6;
    console.log(`  ${publish.id}: ${core.toFixed(3)} cores, ${memoryMb.toFixed(0)} MB`);
    return { core, memoryMb };
  } finally {
    await browser.close();
  }
}
