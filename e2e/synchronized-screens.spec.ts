/** Synchronized playback on several screens of one account: they show the same item after a change, also a screen that joined later. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { DeviceCommand } from '@vitrine/contract';
import { ApiPerson } from './api.ts';
import { givePlan } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { createImage, test } from './screen-page.ts';

declare global {
  interface Window {
    shownItems: string[];
  }
}

const readItem = (page: Page) => page.evaluate(() => window.__vitrine?.itemId ?? null);

/** Opens a screen of a device that plays the playlist. The page records the items that it shows. */
async function openScreen(browser: Browser, owner: ApiPerson, playlistId: string) {
  const page = await (await browser.newContext({ viewport: { width: 320, height: 180 }, reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(() => {
    window.shownItems = [];
    setInterval(() => {
      const item = window.__vitrine?.itemId;
      if (item && item !== window.shownItems.at(-1)) window.shownItems.push(item);
    }, 5);
  });
  await page.goto(`${owner.product.origin}/screen/`);
  const device = await owner.device('Window', await readScreenId(page));
  await owner.publish(playlistId, device._id);
  await expect.poll(() => readItem(page)).not.toBeNull();
  return { page, device };
}

test('two screens change to the same items, and refuse to skip them', async ({ browser, shared }) => {
  const ana = await ApiPerson.create(shared, 'ana@synchronized.example');
  await givePlan(ana);
  const album = await ana.album('Offers');
  const keys = [];
  for (const index of [0, 1]) keys.push((await ana.upload(`${index}.png`, (await createImage(index)).bytes)).key);
  const [short, long] = (await ana.attach(album._id, keys)).map(({ _id }) => _id);
  await ana.waitUntilReady(album._id);
  const playlist = await ana.playlist('Shop', [album._id]);
  // The clock selects the second photo almost always. An ordinary playlist starts with the first.
  await ana.request('PUT', `/medias/${short}`, { duration: 1 });
  await ana.request('PUT', `/medias/${long}`, { duration: 3600 });
  const first = await openScreen(browser, ana, playlist._id);
  expect(await first.page.evaluate(() => window.shownItems[0])).toBe(short);
  await ana.request('PUT', `/playlists/${playlist._id}`, { synchronized: true });
  await expect.poll(() => readItem(first.page)).toBe(long);
  const second = await openScreen(browser, ana, playlist._id);
  expect(await second.page.evaluate(() => window.shownItems)).toEqual([long]);

  await ana.request('PUT', `/medias/${long}`, { duration: 2 });
  await ana.request('PUT', `/playlists/${playlist._id}`, { synchronized: false });
  await ana.request('PUT', `/playlists/${playlist._id}`, { synchronized: true });
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
