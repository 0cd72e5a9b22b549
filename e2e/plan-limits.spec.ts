/** What a plan does not allow is said where it is met, with the way to another plan. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import type { Product } from './product.ts';
import { givePlan, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { aLargePhoto, choose, dock, MEGABYTE, message, photos, write } from './upload-page.ts';

const ENDED = 'Your plan has ended. What is there stays and keeps playing. Renew your plan to add more.';
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
test.beforeEach(async ({ browser }) => {
  await givePlan(ana);
  page = await windowOf(browser, ana);
});
test.afterEach(() => page?.context().close());

const open = (path: string) => page.goto(`${product.origin}${path}${path.includes('?') ? '&' : '?'}userId=${ana.userId}&open=false`);
const failure = () => page.getByRole('dialog').getByRole('alert');

async function follow(link = page.getByRole('dialog').getByRole('link', { name: 'Upgrade' })): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/\/main\/subscription/);
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('an album too many is refused in its form, which leads to the plans', async () => {
  await givePlan(ana, { albums: 2 });
  await open('/main?dialog=create');
  await page.getByLabel('Album name').fill('Winter');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(failure()).toContainText("Your plan's album limit is reached. Upgrade your plan, or delete an album you no longer need.");
  await inspect(page, 'an album too many');
  await follow();
});

test('a playlist too many is refused in its form, which leads to the plans', async () => {
  await givePlan(ana, { playlists: 0 });
  await open('/main/playlist?dialog=create');
  await page.getByLabel('Playlist name').fill('Evenings');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(failure()).toContainText("Your plan's playlist limit is reached.");
  await follow();
});

test('sharing one more album is refused in the dialog, which leads to the plans', async () => {
  await givePlan(ana, { sharing_groups: 0 });
  await open('/main');
  await page.getByRole('button', { name: 'Actions for Summer' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByLabel('Add people by email').fill('ben@plan-limits.example');
  await page.getByLabel('Add people by email').press('Enter');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(failure()).toContainText("Your plan's limit of shared albums is reached.");
  await follow();
});

test('after the end of the plan nothing is made or added, and what is there opens', async () => {
  await givePlan(ana, { ends_at: new Date(Date.now() - DAY_MS) });
  await open('/main?dialog=create');
  await page.getByLabel('Album name').fill('Winter');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(failure()).toContainText(ENDED);
  await open('/main/device?dialog=add');
  await expect(page.getByRole('dialog', { name: 'Your plan has ended' })).toContainText(ENDED);
  await follow();
});

test('the dock says that the plan has ended, and leads to the plans', async () => {
  await givePlan(ana, { ends_at: new Date(Date.now() - DAY_MS) });
  await open(`/main/media?albumId=${album._id}`);
  await choose(page, await write(await photos(['one.jpg', 'two.jpg'])));
  await expect(dock(page).getByText('2 files failed', { exact: true })).toBeVisible();
  await expect(dock(page).getByText(ENDED).first()).toBeVisible();
  await inspect(page, 'uploads after the end of the plan');
  await follow(dock(page).getByRole('link', { name: 'Upgrade' }));
  // Once it is renewed, what waits goes on.
  await givePlan(ana);
  await dock(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(message(page, '2 media uploaded successfully.')).toBeVisible();
  await expect(dock(page).getByRole('link', { name: 'Upgrade' })).toBeHidden();
});

test('the message that the storage is full leads to the plans', async () => {
  const { db, close } = await openProductDatabase(product);
  const full = { used_bytes: 15e9 - MEGABYTE };
  await db
    .insertInto('storage_usage')
    .values({ user_id: ana.userId, ...full })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(full))
    .execute();
  await close();
  await open(`/main/media?albumId=${album._id}`);
  await choose(page, await write({ 'big.png': await aLargePhoto(3) }));
  await expect(message(page, 'Skipped: big.png. Your storage has room for 1 MB more.')).toBeVisible();
  await follow(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Upgrade' }));
});
