/** Synchronized playback on several screens of one account: they show the same item after a change, also a screen that joined later. */
import { type Browser, expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { createImage, test } from './screen-page.ts';

let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product.remove());

const readItem = (page: Page) => page.evaluate(() => window.__vitrine?.itemId ?? null);

async function openScreen(browser: Browser, owner: ApiPerson, playlistId: string) {
  const page = await (await browser.newContext({ viewport: { width: 320, height: 180 } })).newPage();
  await page.goto(`${product.origin}/screen/`);
  const device = await owner.device('Window', await readScreenId(page));
  await owner.publish(playlistId, device._id);
  await expect.poll(() => readItem(page)).not.toBeNull();
  return { page, device };
}

test('two screens change to the same items, and refuse to skip them', async ({ browser }) => {
  const ana = await ApiPerson.create(product, 'ana@synchronized.example');
  await givePlan(ana);
  const album = await ana.album('Offers');
  const keys = [];
  for (const index of [0, 1, 2]) keys.push((await ana.upload(`${index}.png`, (await createImage(index)).bytes)).key);
  await ana.attach(album._id, keys);
  await ana.waitUntilReady(album._id);
  const playlist = await ana.playlist('Shop', [album._id]);
  await ana.request('PUT', `/playlists/${playlist._id}`, { albumId: album._id, duration: 2 });
  const first = await openScreen(browser, ana, playlist._id);
  await ana.request('PUT', `/playlists/${playlist._id}`, { synchronized: true });
  const second = await openScreen(browser, ana, playlist._id);
  const readBoth = () => Promise.all([first, second].map(({ page }) => readItem(page)));
  for (let change = 0; change < 2; change++) {
    const [before] = await readBoth();
    await expect
      .poll(
        async () => {
          const [one, other] = await readBoth();
          return one !== before && one === other;
        },
        { intervals: [50] },
      )
      .toBe(true);
  }
  const readAction = async () =>
    (await ana.request<{ action: { state: string; reason?: string } }>('GET', `/devices/${second.device._id}`)).action;
  await ana.request('PUT', `/devices/actions/${second.device._id}`, { action: 'next' });
  await expect.poll(readAction).toMatchObject({ state: 'failed', reason: expect.stringContaining('in step with other screens') });
});
