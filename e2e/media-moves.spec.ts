/** What a move leaves behind: an undo that puts media back where they were, and no dialog about nothing. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@media-moves.example');
  album = await ana.album('Summer');
  await ana.album('Elsewhere');
  const keys: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    keys.push((await ana.upload(`${name}.jpg`, await aJpeg({ width: 300 + 10 * index, height: 200 }))).key);
  }
  await ana.attach(album._id, keys);
  page = await windowOf(browser, ana);
});
test.afterAll(async () => {
  await page?.context().close();
});

const open = (more = '') => page.goto(`${product.origin}/main/media?albumId=${album._id}&userId=${ana.userId}&open=false${more}`);
const inOrder = async () => (await ana.media(album._id)).map(({ name }) => name);
const dialog = () => page.getByRole('dialog');

test('Undo of a move puts each back at its place', async () => {
  await open();
  for (const name of ['b', 'c', 'e']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog().getByText('Elsewhere').click();
  await dialog().getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(inOrder).toEqual(['a', 'd', 'f']);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && calls.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('3 items moved back.')).toBeVisible();
  expect(await inOrder()).toEqual(NAMES);
  // All at once, so that it is never half done.
  expect(calls).toEqual(['move']);
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(NAMES.length);
});

for (const name of ['move', 'copy', 'delete']) {
  test(`a dialog to ${name} that nothing is selected for leaves the address, and keys work`, async () => {
    await open();
    await page.getByRole('checkbox', { name: 'Select a', exact: true }).check();
    await page.getByRole('button', { name: name === 'delete' ? 'Delete' : name === 'move' ? 'Move' : 'Copy', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`dialog=${name}`));
    await page.reload();
    await expect(page).not.toHaveURL(/dialog=/);
    await expect(page.getByRole('button', { name: 'Open a', exact: true })).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${NAMES.length} selected`)).toBeVisible();
    // About one that the address names it stays.
    const [first] = await ana.media(album._id);
    await open(`&dialog=${name}&target=${first?._id}`);
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`dialog=${name}`));
  });
}
