/** A screen that is replaced by another one: the new one plays the playlist of the device, and the old one shows an id again. */
import { type Browser, expect } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { openSignedInPage } from './signed-in-page.ts';

async function openScreen(browser: Browser, product: Product) {
  const page = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage();
  await page.goto(`${product.origin}/screen/`);
  return { page, id: await readScreenId(page) };
}

test('a new screen takes over a device, and the old one shows a new id', async ({ browser, shared }) => {
  const ana = await ApiPerson.create(shared, 'ana@replaced-screens.example');
  const album = await ana.album('Pictures');
  const { key } = await ana.upload('picture.jpg', await aJpeg({ width: 320, height: 200 }));
  const [media] = await ana.attach(album._id, [key]);
  await ana.waitUntilReady(album._id);
  const playlist = await ana.playlist('Welcome', [album._id]);
  const [before, after] = [await openScreen(browser, shared), await openScreen(browser, shared)];
  const device = await ana.device('Hall', before.id);
  await ana.publish(playlist._id, device._id);
  await before.page.waitForFunction((id) => window.__vitrine?.itemId === id, media?._id, POLLING);

  const page = await openSignedInPage(
    browser,
    ana,
    {},
    `${shared.origin}/main/device/devicedetailpage?userId=${ana.userId}&open=false&deviceId=${device._id}`,
  );
  await page.getByRole('button', { name: 'Actions for Hall' }).click();
  await page.getByRole('menuitem', { name: 'Replace screen…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the screen of “Hall”' });
  await dialog.getByRole('textbox', { name: 'ID of the new screen' }).fill(after.id.toLowerCase());
  await dialog.getByRole('button', { name: 'Replace screen' }).click();
  await expect(dialog).toBeHidden();

  await after.page.waitForFunction((id) => window.__vitrine?.itemId === id, media?._id, POLLING);
  await before.page.waitForFunction((id) => window.__vitrine?.itemId === null && window.__vitrine.deviceId !== id, before.id, POLLING);
  const newId = await readScreenId(before.page);
  expect(newId).not.toBe(after.id);
  await expect(before.page.getByText(newId)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: after.id })).toBeVisible();
  for (const { page: screen } of [before, after]) await screen.context().close();
  await page.context().close();
});
