import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type {} from '../../apps/screen/src/debug-state.ts';
import { areCachedFilesIntact } from '../../e2e/cached-files.ts';
import { findChromium } from '../../e2e/chromium.ts';
import { KillableBrowser } from '../../e2e/killable-browser.ts';
import { FakeServer } from '../../e2e/stage-fake-server.ts';
import type { GeneratedFile } from '../../e2e/stage-media.ts';
import { assert, type Scenario } from './round.ts';

const FILES = 4;
const RECOVERY_TIMEOUT_MS = 60_000;

/** Creates an image of about 4 MB, so that its download takes long enough to be interrupted. */
async function createLargeImage(): Promise<GeneratedFile> {
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
  const waitForScreen = (target: Page, condition: (prefix: string) => boolean) =>
    target.waitForFunction(condition, `r${round}-`, { timeout: RECOVERY_TIMEOUT_MS });

  return {
    name: 'screen',
    maxKillDelayMs: 1500,
    async prepare() {
      if (!page) await open();
    },
    async work() {
      round++;
      const files = await Promise.all(Array.from({ length: FILES }, createLargeImage));
      server.publish([{ id: `r${round}`, files, activatedAt: new Date(Date.UTC(2026, 4, 1, 0, round)).toISOString() }]);
    },
    async kill() {
      await browser?.kill();
    },
    async verify() {
      const reopened = await open();
      // After the first round, the screen must play the content of the previous round or of this one.
      if (round > 1) await waitForScreen(reopened, () => window.__vitrine?.state === 'playing');
      await waitForScreen(reopened, (prefix) => window.__vitrine?.itemId?.startsWith(prefix) ?? false);
      assert(await areCachedFilesIntact(reopened), 'a cached file does not match its checksum');
      const failed = await reopened.evaluate(() => window.__vitrine?.failed.length);
      assert(failed === 0, `${failed} items could not be shown`);
    },
    close() {
      void browser?.kill().finally(() => server.stop());
    },
  };
}
