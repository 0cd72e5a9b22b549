/**
 * Changes of accounts by administrators and their immediate effect on the account. Component tests have the dialogs and the limits of each role
 * (`people.test.tsx`, `plans.test.tsx`).
 */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const DOMAIN = 'console-people.example';

let product: Product;
let page: Page;
test.beforeAll(({ shared }) => {
  product = shared;
});
test.afterEach(() => page?.context().close());

async function createAccount(name: string, change?: object): Promise<ApiPerson> {
  const person = await ApiPerson.create(product, `${name.toLowerCase().replaceAll(' ', '.')}@${DOMAIN}`, name);
  if (change) await withProductDatabase(product, (db) => db.updateTable('users').set(change).where('id', '=', person.userId).execute());
  return person;
}

/** Opens the list of people as an administrator. */
async function openAsAdmin(browser: Browser, name: string, change: object = {}): Promise<ApiPerson> {
  const admin = await createAccount(name, { role: 'admin', ...change });
  page = await openSignedInPage(browser, admin);
  await expect(page.getByRole('heading', { name: 'All users' })).toBeVisible();
  return admin;
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const panel = () => page.getByRole('complementary');
const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const runAction = async (name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const searchPeople = async (words: string) => {
  await page.getByRole('searchbox', { name: 'Search' }).fill(words);
  await expect(page).toHaveURL(new RegExp(`string=${words}`));
};

test('changes the password of an account, grants it a plan, opens it with a banner and deactivates it', async ({ browser }) => {
  const nora = await createAccount('Nora Quist');
  const hers = await openSignedInPage(browser, nora);
  await openAsAdmin(browser, 'Adam Desk');
  await searchPeople('quist');
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await inspect(page, 'the list of people');
  await row('Nora Quist')
    .getByRole('button', { name: /^Nora Quist, / })
    .click();
  await expect(panel().getByText('Remaining storage')).toBeVisible();
  await inspect(page, 'a person beside the list');
  await runAction('Nora Quist', 'Change password');
  await dialog().getByLabel('Your password').fill('not mine at all');
  await dialog().getByLabel('New password').fill('a better one 2');
  await dialog().getByRole('button', { name: 'Change password' }).click();
  await expect(dialog().getByRole('alert')).toBeVisible();
  await inspect(page, 'a password that was refused');
  await dialog().getByLabel('Your password').fill(nora.password);
  await dialog().getByRole('button', { name: 'Change password' }).click();
  await expect(hers).toHaveURL(/\/login/);
  // The dialog closes automatically.
  await expect(dialog()).toHaveCount(0);
  await hers.context().close();

  await runAction('Nora Quist', 'Add subscription');
  await dialog().getByRole('button', { name: 'Add subscription' }).click();
  await expect(dialog().getByText('Please choose a subscription plan')).toBeVisible();
  await inspect(page, 'add a subscription');
  await dialog().getByLabel('Plan name').selectOption('Family Plan');
  await dialog()
    .getByLabel('Plan end date')
    .fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
  await dialog().getByRole('button', { name: 'Add subscription' }).click();
  await expect(page.getByText('Subscription added to user successfully')).toBeVisible();
  await panel().getByRole('button', { name: 'Close details' }).click();
  await expect(row('Nora Quist').getByText('Family Plan')).toBeVisible();
  await runAction('Nora Quist', 'Switch to the user');
  await expect(page.getByText("You are viewing Nora Quist's account")).toBeVisible();
  await page.getByRole('button', { name: 'Return to users' }).click();
  // The console opens again with the previous search.
  await expect(page).toHaveURL(/AllUsers.*string=quist|string=quist.*AllUsers/);

  await page.getByRole('switch', { name: 'Nora Quist’s account is active' }).click();
  await inspect(page, 'before somebody is deactivated');
  await dialog().getByRole('button', { name: 'Deactivate account' }).click();
  await expect(page.getByText('Account deactivated')).toBeVisible();
  expect((await nora.call('POST', '/users/login', { email: nora.email, password: 'a better one 2' })).body.error).toBe(true);
  await page.getByRole('switch', { name: 'Nora Quist’s account is active' }).click();
  await expect(page.getByText('Account activated')).toBeVisible();
  expect((await nora.call('POST', '/users/login', { email: nora.email, password: 'a better one 2' })).body.error).toBe(false);
});

// Slow, because a component test (`people.test.tsx`) has the effect on the open tab.
test('closes the console in the open tab of an account that lost its role', { tag: '@slow' }, async ({ browser }) => {
  const tom = await createAccount('Tom Demoted', { role: 'admin' });
  const userPage = await openSignedInPage(browser, tom);
  await expect(userPage.getByRole('heading', { name: 'All users' })).toBeVisible();
  await openAsAdmin(browser, 'Sue Root', { is_super_admin: true });
  await searchPeople('demoted');
  await page.getByRole('button', { name: 'Tom Demoted’s role: Admin' }).click();
  await inspect(page, 'the roles of somebody');
  await page.getByRole('menuitemradio', { name: 'User', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Tom Demoted’s role: User' })).toBeVisible();
  await expect(userPage.getByText('You are no longer an administrator.')).toBeVisible();
  await expect(userPage).toHaveURL(/\/main/);
  await userPage.goto(`${product.origin}/admin/AllUsers`);
  await expect(userPage.getByText('Page Not Found!')).toBeVisible();
  await userPage.context().close();
});

test('the list works with the keyboard only and keeps its filters after a reload', { tag: '@slow' }, async ({ browser }) => {
  for (const name of ['Kim Keyrow', 'Kira Keyrow', 'Kurt Keyrow']) await createAccount(name);
  await openAsAdmin(browser, 'Ken Typist');
  await page.keyboard.press('/');
  await page.keyboard.type(' keyrow');
  await expect(row('Kurt Keyrow')).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=name-az/);
  await expect(page.getByRole('row').nth(1)).toContainText('Kim Keyrow');
  await page.getByRole('button', { name: /^Kim Keyrow, / }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Kira Keyrow, / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel().getByLabel('Name')).toHaveValue('Kira Keyrow');
  await page.keyboard.press('Escape');
  await expect(panel()).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('keyrow');
  await expect(row('Kira Keyrow')).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await csv).path(), 'utf8')).toContain(`kira.keyrow@${DOMAIN}`);
});
