import { expect, type Page } from '@playwright/test';
import { POLLING } from './polling.ts';
import { createImage, expectColour, getColour, listRequests, openScreen, test, waitForItem, waitForState } from './screen-page.ts';
import type { FakePublish } from './stage-fake-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.UTC(2026, 4, 4, 9);

/** Publishes a main playlist and one that is scheduled from ten to eleven. */
async function publishTwoPlaylists(schedule: FakePublish['schedule']): Promise<FakePublish[]> {
  return [
    { id: 'main', files: [await createImage(0, 3_600_000)] },
    { id: 'later', files: [await createImage(1, 3_600_000)], schedule },
  ];
}
const DAILY_SCHEDULE = { startTime: '10:00', endTime: '11:00', repeat: 'Daily' as const };

/** Returns the first item that is shown after the page was reloaded. */
async function readFirstItemAfterReload(page: Page): Promise<string | null | undefined> {
  await page.reload();
  await page.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  return page.evaluate(() => window.__vitrine?.itemId);
}

test('shows the right playlist with a clock that is ten years off, also after an offline restart', async ({ context, server }) => {
  await context.clock.install({ time: Date.UTC(2036, 4, 4, 10, 30) });
  const offsetMs = START + 90 * MINUTE_MS - Date.now();
  server.now = () => Date.now() + offsetMs;
  server.publish(await publishTwoPlaylists({ startTime: '10:00', endTime: '11:00', repeat: 'Once', date: '2026-05-04' }));
  const page = await openScreen(context, server);
  await waitForItem(page, 'later-0');
  await expect.poll(() => server.reports.at(-1)?.health?.clockSkewMs).toBeLessThan(-9.9 * 365 * 24 * HOUR_MS);
  await server.stop();
  expect(await readFirstItemAfterReload(page)).toBe('later-0');
  await page.clock.fastForward(31 * MINUTE_MS);
  await waitForItem(page, 'main-0');
});

test("ignores changes of the screen's clock and follows the server's", async ({ context, server }) => {
  const time = { atServer: START };
  await context.clock.install({ time: START });
  server.now = () => time.atServer;
  server.publish(await publishTwoPlaylists(DAILY_SCHEDULE));
  const page = await openScreen(context, server);
  await waitForItem(page, 'main-0');
  const before = server.requests.length;
  await page.clock.setSystemTime(START + 90 * MINUTE_MS);
  await page.clock.runFor(12_000);
  await expect.poll(() => server.requests.slice(before).includes('/api/screens/manifest')).toBe(true);
  await page.clock.runFor(12_000);
  expect(await page.evaluate(() => window.__vitrine?.itemId)).toBe('main-0');
  time.atServer = START + 90 * MINUTE_MS;
  await page.clock.fastForward(10 * MINUTE_MS);
  await waitForItem(page, 'later-0');
});

test('follows the schedule for 72 hours without a server, including a restart', async ({ context, server }) => {
  await context.clock.install({ time: START });
  const offsetMs = START - Date.now();
  server.now = () => Date.now() + offsetMs;
  server.publish(await publishTwoPlaylists(DAILY_SCHEDULE));
  const page = await openScreen(context, server);
  await waitForItem(page, 'main-0');
  await server.stop();
  await page.clock.fastForward(90 * MINUTE_MS);
  await waitForItem(page, 'later-0');
  await page.clock.fastForward(40 * MINUTE_MS);
  await waitForItem(page, 'main-0');
  await page.clock.fastForward(23 * HOUR_MS + 10 * MINUTE_MS);
  await waitForItem(page, 'later-0');
  expect(await readFirstItemAfterReload(page)).toBe('later-0');
  await page.clock.fastForward(HOUR_MS);
  await waitForItem(page, 'main-0');
  await page.clock.fastForward(46 * HOUR_MS + 59 * MINUTE_MS);
  await waitForItem(page, 'later-0');
  expect(await page.evaluate(() => window.__vitrine?.failed)).toEqual([]);
});

test('is black outside of its operating hours, and downloads shortly before they begin', async ({ context, server }) => {
  const time = { atServer: START };
  await context.clock.install({ time: START });
  server.now = () => time.atServer;
  const image = await createImage(0, 3_600_000);
  const week = [{ weekdays: [1], startTime: '11:00', endTime: '12:00' }];
  server.publish([{ id: 'main', files: [image] }], { hours: [{ week, exceptions: [] }] });
  const page = await openScreen(context, server);
  const advance = (minutes: number) => {
    time.atServer += minutes * MINUTE_MS;
    return page.clock.fastForward(minutes * MINUTE_MS);
  };
  await waitForState(page, 'off');
  await expect.poll(() => server.reports.at(-1)?.off).toBe(true);
  await expectColour(page, [0, 0, 0]);
  expect(listRequests(server, image.sha256)).toEqual([]);
  await advance(106);
  await expect.poll(() => listRequests(server, image.sha256).length).toBe(1);
  await waitForState(page, 'off');
  await advance(14);
  await waitForItem(page, 'main-0');
  await expectColour(page, getColour(0));
  await advance(60);
  await waitForState(page, 'off');
  await expectColour(page, [0, 0, 0]);
  await expect.poll(() => server.reports.at(-1)).toMatchObject({ off: true, itemId: null, publishId: null });
});
