/**
 * The change of an open page when the user switches between the own account and the family (specification 1 §6). Component tests have the lists, the searches
 * (`effective-account.test.tsx`) and the created objects (`create-in-family.test.tsx`) of each mode.
 */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { createFamily } from './families.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
test.beforeAll(({ shared }) => {
  product = shared;
});

async function switchFamily(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Family account' }).click();
  await page.keyboard.press('Escape');
}

const menu = (page: Page, link: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();

/** Expects exactly these of the prepared albums in the list. */
async function expectListed(page: Page, expected: string[]): Promise<void> {
  const names = page.getByRole('list', { name: 'Albums', exact: true }).getByRole('heading', { name: /^\w+ album$/ });
  await expect.poll(async () => (await names.allTextContents()).sort()).toEqual(expected.sort());
}

test('switching the mode updates lists, counts, search, storage and the header immediately', async ({ browser }) => {
  const host = await ApiPerson.create(product, 'host@switching.example', 'Hector Host');
  const mona = await ApiPerson.create(product, 'mona@switching.example', 'Mona Linden');
  const orgId = await createFamily('The Hosts', host, [mona]);
  await mona.album('Alone album');
  await host.request('POST', '/albums', { name: 'Hosts album', orgId });
  const page = await openSignedInPage(browser, mona);
  const chip = page.getByRole('banner').getByRole('link', { name: /^Family:/ });
  await expectListed(page, ['Hosts album', 'Alone album']);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await switchFamily(page);
  await expect(chip).toHaveCount(0);
  await expectListed(page, ['Alone album']);
  await page.getByRole('searchbox', { name: 'Search albums and media' }).fill('Hosts');
  await expect(page.getByText('No results for “Hosts”')).toBeVisible();
  await switchFamily(page);
  await expect(chip).toContainText('The Hosts');
  await expect(page.getByRole('list', { name: 'Albums' }).getByRole('heading', { name: 'Hosts album' })).toBeVisible();
  await menu(page, 'Storage');
  await expect(page.getByText(/of 15 GB used/).first()).toBeVisible();
  await switchFamily(page);
  await expect(page.getByText(/of 5 GB used/).first()).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.context().close();
});
