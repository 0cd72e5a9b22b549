/** Dialogs with a form that depend on timing and on live messages. Component tests cover the others. */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage, waitForLiveUpdates } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@open-dialogs.example');
  await givePlan(ana);
  await ana.album('Before');
  page = await openSignedInPage(browser, ana);
});
test.afterAll(() => page?.context().close());

const discardDialog = () => page.getByRole('alertdialog', { name: 'Discard changes?' });
const message = (text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test('does not ask to discard saved changes, even when the page renders late', async () => {
  await page.getByRole('button', { name: 'Actions for Before' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename album' });
  await rename.getByLabel('Album name').fill('After');
  // Simulates a busy machine: the user navigates back before React renders deferred updates and before the lists arrive.
  await page.route('**/api/albums**', async (route) => {
    if (route.request().method() === 'GET') await page.waitForURL((url) => !url.searchParams.has('dialog'));
    await route.continue();
  });
  await page.evaluate(
    ([backMs, drawnMs]) => {
      const [back, post] = [history.back.bind(history), MessagePort.prototype.postMessage];
      history.back = () => void setTimeout(back, backMs);
      MessagePort.prototype.postMessage = function late(this: MessagePort, ...args: [unknown]) {
        setTimeout(() => post.apply(this, args), drawnMs);
      };
    },
    [150, 600] as const,
  );
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename).toBeHidden();
  await expect(discardDialog()).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('reports in an open dialog that another user removed its album, playlist or device', async () => {
  const album = await ana.album('Gone soon');
  const playlist = await ana.request<{ _id: string }>('POST', '/playlists', { name: 'Gone too' });
  const { deviceId } = await ana.screen();
  const device = await ana.device('Gone last', deviceId);
  const cases = [
    { address: `/main?dialog=rename&target=${album._id}`, path: `/albums/${album._id}`, what: 'album', role: 'dialog' },
    {
      address: `/main/playlist?dialog=delete&target=${playlist._id}`,
      path: `/playlists/${playlist._id}`,
      what: 'playlist',
      role: 'alertdialog',
    },
    { address: `/main/device?dialog=rename&target=${device._id}`, path: `/devices/${device._id}`, what: 'device', role: 'dialog' },
  ] as const;
  for (const { address, path, what, role } of cases) {
    const live = waitForLiveUpdates(page);
    await page.goto(`${product.origin}${address}&userId=${ana.userId}`);
    await expect(page.getByRole(role)).toBeVisible();
    await live;
    await ana.request('DELETE', path);
    await expect(message(`This ${what} is no longer available. It may have been deleted.`)).toBeVisible();
    await expect(page.getByRole(role)).toBeHidden();
    await expect(page).toHaveURL((url) => !url.searchParams.has('dialog'));
  }
});
