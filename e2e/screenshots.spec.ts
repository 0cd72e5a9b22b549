/** Screenshots of a real screen, requested on its page. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };

let page: Page;
let screenContext: BrowserContext;
test.beforeAll(async ({ shared: product, browser }) => {
  const ana = await ApiPerson.create(product, 'ana@screenshots.example');
  screenContext = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const screen = await screenContext.newPage();
  await screen.goto(`${product.origin}/screen`);
  const device = await ana.device('Hall', await readScreenId(screen));
  const album = await ana.album('Pictures');
  await ana.attach(album._id, [(await ana.upload('one.jpg', await aJpeg({ width: 640, height: 400 }))).key]);
  await ana.waitUntilReady(album._id);
  await ana.publish((await ana.playlist('Hall', [album._id]))._id, device._id);
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  const address = `${product.origin}/main/device/devicedetailpage?deviceId=${device._id}&userId=${ana.userId}&open=false`;
  page = await openSignedInPage(browser, ana, DESKTOP, address);
});
test.afterAll(async () => {
  await page?.context().close();
  await screenContext?.close();
});

test('show what the page of the screen draws, and match the photo until something covers it', async () => {
  const panel = page.getByRole('region', { name: 'Screenshots' });
  const take = panel.getByRole('button', { name: 'Take screenshot' });
  await take.click();
  await expect(panel.getByText('As drawn by the page')).toBeVisible();
  await expect(panel.getByText('Matches its photo')).toBeVisible();
  const image = panel.getByRole('img', { name: /^What the screen showed/ });
  await expect(image).toHaveJSProperty('complete', true);
  // The shape of the screen.
  expect(await image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight])).toEqual([640, 360]);

  await screenContext.pages()[0]?.addStyleTag({ content: '#stage img { filter: none; opacity: 0 } #stage { background: #fff }' });
  await take.click();
  await expect(panel.getByText('Differs from its photo')).toBeVisible();
});
