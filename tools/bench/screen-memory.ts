/** Measures the memory of a page of 1920 x 1080 that plays 4K photos, with and without HD copies. */
import { ChromiumBrowser } from '../../e2e/browsers/chromium-browser.ts';
import { findHeadlessShell } from '../../e2e/chromium.ts';
import type { FakeServer } from '../../e2e/stage-fake-server.ts';
import { COLOURS, type GeneratedFile, makeImage } from '../../e2e/stage-media.ts';
import { sampleMemory, waitFor } from './screen-browsers.ts';

const HD = { width: 1920, height: 1080 };
const UHD = { width: 3840, height: 2160 };
const PHOTOS = 6;
/** Duration of a photo, longer than a fade. */
const PHOTO_MS = 1500;
const MEMORY_LIMIT = 0.5;

interface PanelRun {
  /** Median and largest sample of the memory of the page's process. */
  medianBytes: number;
  peakBytes: number;
  /** Bytes of the photos that the screen downloaded. */
  downloadedBytes: number;
}

/** Creates photos of a single color. They take as much memory as any other photo. */
const makePhotos = (): Promise<GeneratedFile[]> =>
  Promise.all(
    COLOURS.slice(0, PHOTOS).map(async (colour) => ({
      ...(await makeImage(colour, PHOTO_MS, UHD)),
      hd: await makeImage(colour, PHOTO_MS, HD),
    })),
  );

async function runPanel(server: FakeServer, files: GeneratedFile[], expectedWidth: number): Promise<PanelRun> {
  server.publish([{ id: 'panel', files, activatedAt: new Date().toISOString() }]);
  const before = server.requests.length;
  const browser = await ChromiumBrowser.start('current Chromium', await findHeadlessShell());
  try {
    await browser.resize(HD.width, HD.height);
    await browser.open(`${server.origin}/screen/`);
    await waitFor(browser, `!!window.__vitrine && window.__vitrine.itemId === 'panel-${PHOTOS - 1}'`);
    await waitFor(browser, `document.querySelector('#stage img').naturalWidth === ${expectedWidth}`);
    const samples = await sampleMemory(browser);
    const names = new Set(server.requests.slice(before).map((request) => request.split('/').at(-1)));
    const downloaded = [...server.files.values()].filter(({ sha256 }) => names.has(sha256));
    return {
      medianBytes: samples[Math.floor(samples.length / 2)] ?? Number.NaN,
      peakBytes: samples.at(-1) ?? Number.NaN,
      downloadedBytes: downloaded.reduce((sum, { bytes }) => sum + bytes.length, 0),
    };
  } finally {
    await browser.close();
  }
}

/** Returns the rows of the bench. */
export async function measurePanels(server: FakeServer) {
  const photos = await makePhotos();
  const withoutHd = await runPanel(
    server,
    photos.map(({ hd: _hd, ...file }) => file),
    UHD.width,
  );
  const withHd = await runPanel(server, photos, HD.width);
  const row = (name: string, ours: number, peer: number) => ({
    name: `4K photos on a page of 1920 × 1080, ${name}: HD copies vs. screen copies`,
    ours,
    peer,
    unit: 'bytes',
    ratio: ours / peer,
    limit: MEMORY_LIMIT,
    pass: ours <= MEMORY_LIMIT * peer,
  });
  console.log(`  downloaded: ${withHd.downloadedBytes} bytes with HD copies, ${withoutHd.downloadedBytes} bytes without`);
  return [
    row('memory of the page, median', withHd.medianBytes, withoutHd.medianBytes),
    row('memory of the page, peak', withHd.peakBytes, withoutHd.peakBytes),
  ];
}
