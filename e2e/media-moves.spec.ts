/** Undo of a move puts media back where they were. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

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
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/media?albumId=${album._id}&userId=${ana.userId}&open=false`);
});
test.afterAll(async () => {
  await page?.context().close();
});

const inOrder = async () => (await ana.media(album._id)).map(({ name }) => name);
const dialog = () => page.getByRole('dialog');

test('Undo of a move returns each photo to its place', async () => {
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
  // Compare all positions in one step, so that no intermediate state passes.
  expect(calls).toEqual(['move']);
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(NAMES.length);
});
