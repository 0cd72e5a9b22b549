/**
 * Plan limits during uploads. All are slow, because component tests have the dialogs, a full storage (`choose-files.test.tsx`) and the end of a plan
 * (`upload-dock.test.tsx`), and the server's tests the refusals (`ended-plans.test.ts`).
 */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { createLargePhoto, createPhotos, MEGABYTE, pageMessage, selectFiles, uploadDock, writeFiles } from './upload-page.ts';

const ENDED = 'Your plan has ended. Renew it to add more. Your content is kept and keeps playing.';
const DAY_MS = 86_400_000;

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@plan-limits.example', 'Ana Lima');
  album = await ana.album('Summer');
});
test.afterEach(() => page?.context().close());

async function openAlbum(browser: Browser): Promise<void> {
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/media?albumId=${album._id}`);
}

async function openPlans(link: Locator): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/\/main\/subscription/);
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('shows in the upload dock that the plan has ended, with a link to the plans', { tag: '@slow' }, async ({ browser }) => {
  await givePlan(ana, { ends_at: new Date(Date.now() - DAY_MS) });
  await openAlbum(browser);
  await selectFiles(page, await writeFiles(await createPhotos(['one.jpg', 'two.jpg'])));
  await expect(uploadDock(page).getByText('2 files failed', { exact: true })).toBeVisible();
  await expect(uploadDock(page).getByText(ENDED).first()).toBeVisible();
  await inspect(page, 'uploads after the end of the plan');
  await openPlans(uploadDock(page).getByRole('link', { name: 'Upgrade' }));
  // Waiting uploads continue once the plan is renewed.
  await givePlan(ana);
  await uploadDock(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(pageMessage(page, '2 media uploaded successfully.')).toBeVisible();
  await expect(uploadDock(page).getByRole('link', { name: 'Upgrade' })).toBeHidden();
});

test('links to the plans when the storage is full', { tag: '@slow' }, async ({ browser }) => {
  await givePlan(ana);
  const { db, close } = await openProductDatabase(product);
  const full = { used_bytes: 15e9 - MEGABYTE };
  // The files of the previous test, which an update of the row would add.
  await db.deleteFrom('storage_additions').where('user_id', '=', ana.userId).execute();
  await db
    .insertInto('storage_usage')
    .values({ user_id: ana.userId, ...full })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(full))
    .execute();
  await close();
  await openAlbum(browser);
  await selectFiles(page, await writeFiles({ 'big.png': await createLargePhoto(3) }));
  await expect(pageMessage(page, 'Skipped: big.png. You have 1 MB of storage left.')).toBeVisible();
  await openPlans(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Upgrade' }));
});
