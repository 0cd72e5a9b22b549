/** Synchronized playback on several screens of one account: they show the same item after a change, also a screen that joined later. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { DeviceCommand } from '@vitrine/contract';
import { placeAt } from '@vitrine/playback';
import { ApiPerson } from './api.ts';
import { givePlan } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { createImage, test } from './screen-page.ts';
import { openSignedInPage } from './signed-in-page.ts';

const readItem = (page: Page) => page.evaluate(() => window.__vitrine?.itemId ?? null);

/** Returns seconds for the second of two photos such that the clock selects it for the next minute. The first one has a minute. */
const chooseSeconds = () =>
  [3600, 3000, 2400].find((seconds) => {
    const items = [{ durationMs: 60_000 }, { durationMs: seconds * 1000 }];
    return [0, 60_000].every((laterMs) => placeAt(items, Date.now() + laterMs)?.index === 1);
  });

/** Opens a screen of a device that plays the playlist. */
async function openScreen(browser: Browser, owner: ApiPerson, playlistId: string) {
  const page = await (await browser.newContext({ viewport: { width: 320, height: 180 }, reducedMotion: 'reduce' })).newPage();
  await page.goto(`${owner.product.origin}/screen/`);
  const device = await owner.device('Window', await readScreenId(page));
  await owner.publish(playlistId, device._id);
  await expect.poll(() => readItem(page)).not.toBeNull();
  return { page, device };
}

test('two screens change to the same items as the preview, and refuse to skip them', async ({ browser, shared }) => {
  const ana = await ApiPerson.create(shared, 'ana@synchronized.example');
  await givePlan(ana);
  const album = await ana.album('Offers');
  const keys = [];
  for (const index of [0, 1]) keys.push((await ana.upload(`${index}.png`, (await createImage(index)).bytes)).key);
  const [short, long] = (await ana.attach(album._id, keys)).map(({ _id }) => _id);
  await ana.waitUntilReady(album._id);
  const playlist = await ana.playlist('Shop', [album._id]);
  // The clock selects the second photo. An ordinary playlist would start with the first and keep it for a minute.
  await ana.request('PUT', `/medias/${short}`, { duration: 60 });
  await ana.request('PUT', `/medias/${long}`, { duration: chooseSeconds() });
  const first = await openScreen(browser, ana, playlist._id);
  await ana.request('PUT', `/playlists/${playlist._id}`, { synchronized: true });
  await expect.poll(() => readItem(first.page)).toBe(long);
  const second = await openScreen(browser, ana, playlist._id);
  await expect.poll(() => readItem(second.page)).toBe(long);
  const preview = await openSignedInPage(browser, ana, {}, `${ana.product.origin}/main/playlistpreview?playlistId=${playlist._id}`);
  const player = preview.getByRole('region', { name: 'Preview of Shop' });
  await expect(player.locator('[data-shown]')).toHaveAttribute('data-shown', long ?? '');
  await expect(player.getByRole('button', { name: 'Next' })).toBeDisabled();
  await preview.context().close();

  for (const id of [short, long]) await ana.request('PUT', `/medias/${id}`, { duration: 1 });
  for (let change = 0; change < 2; change++) {
    const before = await readItem(first.page);
    const isSameAndNew = async () => {
      const [one, other] = await Promise.all([first, second].map(({ page }) => readItem(page)));
      return one !== before && one === other;
    };
    await expect.poll(isSameAndNew, { intervals: [50] }).toBe(true);
  }
  const readCommand = async () => (await ana.request<{ action: DeviceCommand }>('GET', `/devices/${second.device._id}`)).action;
  await ana.request('PUT', `/devices/actions/${second.device._id}`, { action: 'next' });
  await expect.poll(readCommand).toMatchObject({ state: 'failed', reason: expect.stringContaining('in step with other screens') });
  for (const { page } of [first, second]) await page.context().close();
});
