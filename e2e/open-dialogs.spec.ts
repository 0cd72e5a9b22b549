/** A dialog with a form that depends on timing. Component tests cover the others, and those whose object another user removes (`removed-targets.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

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
