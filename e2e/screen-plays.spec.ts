import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { KillableBrowser } from './killable-browser.ts';
import { createImage, test, waitForItem, waitForState } from './screen-page.ts';

/** Counts the shown items independently of the screen. */
async function countShownItems(context: BrowserContext, counter: { shown: number }): Promise<void> {
  context.on('console', (message) => {
    if (message.text() === 'item shown') counter.shown += 1;
  });
  await context.addInitScript(() => {
    let last: string | null | undefined;
    setInterval(() => {
      const now = window.__vitrine?.itemId;
      if (now && now !== last) console.log('item shown');
      last = now;
    }, 5);
  });
}

test('counts every play once when the browser is killed between sending a batch and its acknowledgement', { tag: '@slow' }, async ({
  server,
}) => {
  test.setTimeout(180_000);
  const profile = await mkdtemp(path.join(tmpdir(), 'vitrine-plays-'));
  const executablePath = process.env['CHROMIUM'] ?? '';
  const publish = [{ id: 'a', files: await Promise.all([createImage(0, 150), createImage(1, 150)]) }];
  server.publish(publish);
  server.playsMode = 'drop';
  const before = await KillableBrowser.open(profile, executablePath);
  const counter = { shown: 0 };
  await countShownItems(before.context, counter);
  const page = await before.context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.origin}/screen/`);
  await waitForItem(page, 'a-0');
  // Fifty plays are sent immediately, fewer after a minute. The server counts them, but its response is lost.
  await expect.poll(() => server.plays.size, { timeout: 90_000 }).toBe(2);
  const sentBeforeKill = [...server.plays.values()];
  // Playback continues, and the screen counts more plays than it has sent.
  const shownAtFirstBatch = counter.shown;
  await expect.poll(() => counter.shown - shownAtFirstBatch).toBeGreaterThan(4);
  await before.kill();
  server.publish([]);
  server.playsMode = 'acknowledge';

  const after = await KillableBrowser.open(profile, executablePath);
  await countShownItems(after.context, counter);
  await after.context.clock.install();
  const again = await after.context.newPage();
  await again.goto(`${server.origin}/screen/`);
  await waitForState(again, 'idle');
  // The unacknowledged batch is sent again first, then the plays counted since.
  await expect
    .poll(
      async () => {
        await again.clock.runFor(61_000);
        return server.plays.size;
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(sentBeforeKill.length);
  expect(server.playsReceived).toBeGreaterThan(server.plays.size);
  await after.context.close();
  await rm(profile, { recursive: true, force: true });

  // Batches sent before the kill were sent again with the same numbers and contents.
  expect([...server.plays.values()].slice(0, sentBeforeKill.length)).toEqual(sentBeforeKill);
  const sum = (batches: readonly { count: number }[]) => batches.reduce((total, { count }) => total + count, 0);
  const counted = sum([...server.plays.values()]);
  // The play at the time of the kill had not ended, and its end or the last writes of the browser may be lost.
  expect(Math.abs(counted - counter.shown)).toBeLessThanOrEqual(2);
  expect(counted).toBeGreaterThan(sum(sentBeforeKill));
});
