/** The console's people, plans and payments: changes by administrators, their immediate effect on the account, and the limits of each role. */
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

test('finds, renames, deactivates and reactivates an account, and changes its role and password', async ({ browser }) => {
  const nora = await createAccount('Nora Quist');
  const hers = await openSignedInPage(browser, nora);
  await openAsAdmin(browser, 'Adam Desk');
  await searchPeople('quist');
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await inspect(page, 'the list of people');
  await row('Nora Quist')
    .getByRole('button', { name: /^Nora Quist, / })
    .click();
  await expect(page).toHaveURL(/person=/);
  await expect(panel().getByText('Remaining storage')).toBeVisible();
  await expect(panel().getByText('Trial', { exact: true })).toBeVisible();
  await inspect(page, 'a person beside the list');
  await panel().getByLabel('Name').fill('x'.repeat(60));
  await expect(panel().getByLabel('Name')).toHaveValue('x'.repeat(50));
  await panel().getByLabel('Name').fill('Nora Quistberg');
  await panel().getByRole('button', { name: 'Save' }).click();
  await expect(row('Nora Quistberg')).toBeVisible();

  await runAction('Nora Quistberg', 'Change password');
  await dialog().getByLabel('Your password').fill('not mine at all');
  await dialog().getByLabel('New password').fill('a better one 2');
  await dialog().getByRole('button', { name: 'Change password' }).click();
  await expect(dialog().getByRole('alert')).toBeVisible();
  await inspect(page, 'a password that was refused');
  await dialog().getByLabel('Your password').fill(nora.password);
  await dialog().getByRole('button', { name: 'Change password' }).click();
  await expect(dialog().getByText('Password changed.')).toBeVisible();
  // The dialog closes automatically.
  await expect(dialog()).toHaveCount(0);
  await expect(hers).toHaveURL(/\/login/);

  // The list next to the details has no room for the roles.
  await panel().getByRole('button', { name: 'Close details' }).click();
  await page.getByRole('button', { name: 'Nora Quistberg’s role: User' }).click();
  await dialog().getByText('Support', { exact: true }).click();
  await inspect(page, 'change a role');
  await dialog().getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByRole('button', { name: 'Nora Quistberg’s role: Support' })).toBeVisible();

  await page.getByRole('switch', { name: 'Nora Quistberg’s account is active' }).click();
  await inspect(page, 'before somebody is deactivated');
  await dialog().getByRole('button', { name: 'Deactivate account' }).click();
  await expect(page.getByText('Account deactivated')).toBeVisible();
  // The row stays visible until the list is reloaded, so that a mistake can be undone.
  await expect(row('Nora Quistberg').getByText('Inactive')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No user available')).toBeVisible();
  await page.getByLabel('Include disabled user').check();
  await expect(row('Nora Quistberg').getByText('Inactive')).toBeVisible();
  expect((await nora.call('POST', '/users/login', { email: nora.email, password: 'a better one 2' })).body.error).toBe(true);
  await page.getByRole('switch', { name: 'Nora Quistberg’s account is active' }).click();
  await expect(page.getByText('Account activated')).toBeVisible();
  expect((await nora.call('POST', '/users/login', { email: nora.email, password: 'a better one 2' })).body.error).toBe(false);
  await hers.context().close();
});

test('changes roles and menus, and closes the console in the open tab of an account that lost its role', async ({ browser }) => {
  const tom = await createAccount('Tom Demoted', { role: 'admin' });
  const userPage = await openSignedInPage(browser, tom);
  await expect(userPage.getByRole('heading', { name: 'All users' })).toBeVisible();
  await openAsAdmin(browser, 'Sue Root', { is_super_admin: true });
  await searchPeople('demoted');
  await page.getByRole('switch', { name: 'Show menu for Tom Demoted' }).click();
  await expect(page.getByText('Menu deactivated')).toBeVisible();
  await page.getByRole('switch', { name: 'Show menu for Tom Demoted' }).click();
  await expect(page.getByText('Menu activated')).toBeVisible();
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

test('grants a plan and opens the account with a banner', async ({ browser }) => {
  await createAccount('Gita Given');
  await openAsAdmin(browser, 'Ada Giver');
  await searchPeople('gita');
  await runAction('Gita Given', 'Add subscription');
  await dialog().getByRole('button', { name: 'Add subscription' }).click();
  await expect(dialog().getByText('Please choose a subscription plan')).toBeVisible();
  await expect(dialog().getByText('Please enter a valid date')).toBeVisible();
  await inspect(page, 'add a subscription');
  await dialog().getByLabel('Plan name').selectOption('Family Plan');
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await dialog().getByLabel('Plan end date').fill(day);
  await dialog().getByRole('button', { name: 'Add subscription' }).click();
  await expect(page.getByText('Subscription added to user successfully')).toBeVisible();
  await expect(row('Gita Given').getByText('Family Plan')).toBeVisible();
  await runAction('Gita Given', 'Switch to the user');
  await expect(page.getByText("You are viewing Gita Given's account")).toBeVisible();
  await page.getByRole('button', { name: 'Return to users' }).click();
  // The console opens again with the previous search.
  await expect(page).toHaveURL(/AllUsers.*string=gita|string=gita.*AllUsers/);
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

test('support sees people and plans without buttons for refused actions', { tag: '@slow' }, async ({ browser }) => {
  await createAccount('Stan Seen');
  await openAsAdmin(browser, 'Sam Support', { role: 'support' });
  await searchPeople('stan');
  await expect(row('Stan Seen')).toBeVisible();
  await expect(page.getByRole('switch', { name: /Stan Seen/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Stan Seen, / }).click();
  await expect(panel().getByText('Stan Seen').first()).toBeVisible();
  await expect(panel().getByLabel('Name')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscriptions' }).click();
  await expect(page.getByRole('heading', { name: 'Family Plan' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Edit Plan/ })).toHaveCount(0);
  await inspect(page, 'plans, for support');
});

test('edits a plan, warns another editor, sells the edited plan, and lists payments with their details', async ({ browser }) => {
  const buyer = await createAccount('Paula Payer');
  await openAsAdmin(browser, 'Ed Editor');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscriptions' }).click();
  const edit = () => page.getByRole('link', { name: 'Edit Plan Single User' });
  await expect(edit()).toBeVisible();
  await inspect(page, 'plans');
  await edit().click();
  await expect(page).toHaveURL(/subscriptionPlanChange/);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByLabel('Description')).toBeVisible();
  await page.getByLabel('Description').fill('For one household, up to five screens.');
  await inspect(page, 'edit a plan');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Plan saved.')).toBeVisible();
  await expect(page.getByText('For one household, up to five screens.')).toBeVisible();
  await second.getByLabel('Description').fill('Something else.');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByRole('alert')).toBeVisible();
  await second.close();
  const theirs = await openSignedInPage(browser, buyer, {}, `${product.origin}/main/subscription`);
  await expect(theirs.getByText('For one household, up to five screens.')).toBeVisible();
  await theirs.context().close();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment Details' }).click();
  await searchPeople('nobody-has-this-name');
  await expect(page.getByText('No data available')).toBeVisible();
  await inspect(page, 'no payments');
});
