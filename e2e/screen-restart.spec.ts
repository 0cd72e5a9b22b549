/** A browser that restarts without the server, at the address in the README, the guide and dialogs. */
import path from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { loadCertificate } from '../apps/server/src/platform/ftp/certificate.ts';
import { KillableBrowser } from './killable-browser.ts';
import { POLLING } from './polling.ts';
import { createImage, test, waitForItem } from './screen-page.ts';
import type { FakeServer } from './stage-fake-server.ts';

const readRotation = (page: Page) => page.evaluate(() => document.documentElement.dataset['rotate']);

/** Waits until the service worker controls the page, as on a screen that ran before. */
async function waitForController(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, POLLING);
}

async function expectRestart(server: FakeServer, info: TestInfo, flags: string[] = []): Promise<void> {
  const executablePath = process.env['CHROMIUM'] ?? '';
  const profile = info.outputPath('profile');
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  const before = await KillableBrowser.open(profile, executablePath, flags);
  const page = await before.context.newPage();
  await page.goto(`${server.origin}/screen`);
  await waitForItem(page, 'a-0');
  await waitForController(page);
  await before.kill();
  await server.stop();

  const after = await KillableBrowser.open(profile, executablePath, flags);
  const again = await after.context.newPage();
  for (const [address, expected] of [
    ['/screen', '0'],
    ['/screen?rotate=90', '90'],
    ['/screen/?rotate=270', '270'],
  ] as const) {
    await again.goto(`${server.origin}${address}`);
    await waitForItem(again, 'a-0');
    expect(new URL(again.url()).href, address).toBe(`${server.origin}${address}`);
    expect(await readRotation(again), address).toBe(expected);
  }
  await after.kill();
}

test('starts without the server at the documented address, also with a query', async ({ server }, info) => {
  await expectRestart(server, info);
});

test('starts without the server over https', async ({ server }, info) => {
  await server.stop();
  server.pem = await loadCertificate(path.join(info.outputPath(), 'certificate.pem'), 'localhost');
  await server.start();
  await expectRestart(server, info, ['--ignore-certificate-errors']);
});

test('controls both addresses when an older worker was registered only for the address with a slash', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  const page = await context.newPage();
  // Any page other than the screen. Browsers do not show an error response without a body.
  await page.goto(`${server.origin}/screen/service-worker.js`);
  await page.evaluate(() => navigator.serviceWorker.register('/screen/service-worker.js', { scope: '/screen/' }));
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-0');
  // A registered worker does not handle requests before it is active.
  const workers = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [new URL(scope).pathname, active?.state]),
    );
  await expect.poll(workers).toEqual([['/screen', 'activated']]);
  await server.stop();
  await page.goto(`${server.origin}/screen`);
  await waitForItem(page, 'a-0');
});
