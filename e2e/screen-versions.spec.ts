import { expect, type Page } from '@playwright/test';
import { createImage, getFailures, openScreen, releaseVersion, test, waitForItem } from './screen-page.ts';

/** Checks for a newer version, as the screen does every hour. */
async function checkForUpdate(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load', { timeout: 30_000 });
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await reloaded;
}

const listShellCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^vitrine-shell-[0-9a-f]{16}$/.test(name)));
const isConfirmed = async (page: Page) =>
  expect.poll(() => page.evaluate(async () => (await caches.match('/screen/shell-state'))?.json())).toMatchObject({ trial: null });

test('returns to the last working version when a newer one does not play and loads the next working one', { tag: '@slow' }, async ({
  context,
  server,
}) => {
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  releaseVersion(server, 'b', (html) => html.replace(/<script type="module"[^>]*>/, '<script type="module">throw new Error("broken");'));
  await checkForUpdate(page);
  await page.waitForFunction(() => window.__vitrine === undefined);
  // The test does not interact with the page from here on.
  await waitForItem(page, 'a-0');
  await expect.poll(() => getFailures(server)).toEqual(['version']);
  await page.reload();
  await waitForItem(page, 'a-0');
  releaseVersion(server, 'c');
  await checkForUpdate(page);
  await waitForItem(page, 'a-0');
  await isConfirmed(page);
  expect(await listShellCaches(page)).toEqual([`vitrine-shell-${'c'.repeat(16)}`]);
  await server.stop();
  await page.reload();
  await waitForItem(page, 'a-0');
});

test('reloads a page that stops painting and reports the number of reloads', async ({ context, server }) => {
  await context.clock.install();
  server.publish([{ id: 'a', files: [await createImage(0, 60_000)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  await page.clock.runFor(15_000);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.clock.fastForward(60_000);
  await page.clock.fastForward(60_000);
  await reloaded;
  await waitForItem(page, 'a-0');
  await expect.poll(() => server.reports.at(-1)?.health?.heals).toBe(1);
});
