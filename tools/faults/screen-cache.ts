import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type {} from '../../apps/screen/src/debug-state.ts';
import { heldAreWhole } from '../../e2e/cached-files.ts';
import { findChromium } from '../../e2e/chromium.ts';
import { KillableBrowser } from '../../e2e/killable-browser.ts';
import { FakeServer } from '../../e2e/stage-fake-server.ts';
import type { MadeFile } from '../../e2e/stage-media.ts';
import { assert, type Scenario } from './round.ts';

const FILES = 4;
const COMES_BACK_WITHIN_MS = 60_000;

/** About 4 MB that do not compress, so that a download has a middle. */
async function aLargePicture(): Promise<MadeFile> {
  const size = { width: 1400, height: 1000, channels: 3 as const };
  const bytes = await sharp(randomBytes(size.width * size.height * 3), { raw: size })
    .png()
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'image', bytes, mimetype: 'image/png', sha256, durationMs: 300, colour: [0, 0, 0] };
}

/**
 * Publishes new photos to a screen and kills its browser during the download. It must return with the old or the new photos and end with the new ones, each
 * byte correct.
 */
export async function screenCacheScenario(): Promise<Scenario> {
  const server = new FakeServer();
  await server.start();
  const profile = await mkdtemp(path.join(tmpdir(), 'vitrine-screen-'));
  const executablePath = await findChromium();
  let browser: KillableBrowser | null = null;
  let page: Page | null = null;
  let round = 0;
  const open = async (): Promise<Page> => {
    browser = await KillableBrowser.open(profile, executablePath);
    page = await browser.context.newPage();
    await page.goto(`${server.origin}/screen/`);
    return page;
  };
  const shows = (on: Page, what: (wanted: string) => boolean) => on.waitForFunction(what, `r${round}-`, { timeout: COMES_BACK_WITHIN_MS });

  return {
    name: 'screen',
    withinMs: 1500,
    async prepare() {
      if (!page) await open();
    },
    async work() {
      round++;
      const files = await Promise.all(Array.from({ length: FILES }, aLargePicture));
      server.publish([{ id: `r${round}`, files, activatedAt: new Date(Date.UTC(2026, 4, 1, 0, round)).toISOString() }]);
    },
    async kill() {
      await browser?.kill();
    },
    async verify() {
      const again = await open();
      // Once the first photo is loaded, the content is complete again: that of the previous round or of this one, never a mixture.
      if (round > 1) await shows(again, () => window.__vitrine?.state === 'playing');
      await shows(again, (wanted) => window.__vitrine?.itemId?.startsWith(wanted) ?? false);
      assert(await heldAreWhole(again), 'a kept file is not what its name says');
      const failed = await again.evaluate(() => window.__vitrine?.failed.length);
      assert(failed === 0, `${failed} items could not be shown`);
    },
    close() {
      void browser?.kill().finally(() => server.stop());
    },
  };
}
