/** Sharing without a pointer. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

/** Maximum number of Tab presses to reach an element. */
const MAX_TABS = 60;

let product: Product;
let ana: ApiPerson;
let page: Page;

test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@albums-keyboard.example', 'Ana Lima');
  await ApiPerson.create(product, 'ben@albums-keyboard.example', 'Ben Okoro');
  await ana.album('Our garden');
  page = await openSignedInPage(browser, ana);
});
test.afterAll(async () => {
  await page?.context().close();
});

async function pressTabUntil(target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let tab = 0; tab < MAX_TABS && !(await hasFocus()); tab++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

const dialog = () => page.getByRole('dialog', { name: 'Share “Our garden”' });

async function openDialog(): Promise<void> {
  await pressTabUntil(page.getByRole('button', { name: 'Actions for Our garden' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Sh');
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog()).toBeVisible();
}

async function save(): Promise<void> {
  await pressTabUntil(dialog().getByRole('button', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog()).toBeHidden();
}

const listMembers = async () => {
  const albums = await ana.request<Album[]>('GET', `/albums/${ana.userId}`);
  const { sharedWith = [], notRegisterUser = [] } = albums.find(({ name }) => name === 'Our garden') ?? {};
  return [...sharedWith.map(({ userEmail, permission }) => `${userEmail} ${permission}`), ...notRegisterUser];
};

test('shares an album, changes the permission and revokes the share by keyboard', async () => {
  await page.goto(`${product.origin}/main?userId=${ana.userId}&open=false`);
  await openDialog();
  await pressTabUntil(dialog().getByLabel('Add people by email'));
  await page.keyboard.type('ben@albums-keyboard.example');
  await expect(page.getByRole('option', { name: 'ben@albums-keyboard.example' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressTabUntil(dialog().getByLabel('Permission for ben@albums-keyboard.example'));
  await page.keyboard.type('can e');
  await save();
  expect(await listMembers()).toEqual(['ben@albums-keyboard.example write']);
  // Focus returns to the element that opened the dialog.
  await expect(page.getByRole('button', { name: 'Actions for Our garden' })).toBeFocused();
  await openDialog();
  await pressTabUntil(dialog().getByRole('button', { name: /^Remove ben@albums-keyboard.example|^Remove Ben/ }));
  await page.keyboard.press('Enter');
  await save();
  expect(await listMembers()).toEqual([]);
});
