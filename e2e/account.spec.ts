/** An account from sign-up to deletion. Component tests have the pages of the profile and their dialogs (`profile-pages.test.tsx`). */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { confirmSignInLink } from './signed-in-page.ts';

const EMAIL = 'mara@account.example';
const NEW_EMAIL = 'mara.lind@account.example';

let product: Product;
let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
});
test.afterAll(() => context?.close());

/** Waits for the newest email to an address and returns the link with this key. */
async function readLink(email: string, key: 'emailvfkey' | 'resetvfkey'): Promise<string> {
  let link = '';
  await expect(async () => {
    const mail = (await product.mailTo(email)).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    link = new RegExp(`https?://\\S+${key}=[\\w-]+&\\w+=[\\w-]+`).exec(mail)?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

async function signIn(on: Page, email: string, password: string): Promise<void> {
  await openInApp(on, `${product.origin}/login`);
  await on.getByLabel('Email').fill(email);
  await on.getByLabel('Password', { exact: true }).fill(password);
  await on.keyboard.press('Enter');
}

const dialog = () => page.getByRole('dialog');

test('the keyboard alone leads from sign-up to the albums', async () => {
  await page.goto(`${product.origin}/signup`);
  await page.getByLabel('Name').focus();
  for (const text of ['Mara Lind', EMAIL, 'first-password', 'first-password']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  // The toggle of the second field shows both passwords.
  await expect(page.getByRole('button', { name: 'Show password' }).last()).toBeFocused();
  await page.keyboard.press('Space');
  for (const label of ['Password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Hi Mara Lind, check your email' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible();
  await page.goto(await readLink(EMAIL, 'emailvfkey'));
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('first-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Privacy Agreement' })).toBeVisible();
  const accept = page.getByRole('button', { name: 'Accept' });
  for (let step = 0; step < 6 && !(await accept.evaluate((button) => button === document.activeElement)); step++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('resets a forgotten password with an emailed link that works once', async () => {
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page).toHaveURL(/\/verification/);
  await expect(page.getByText(EMAIL)).toBeVisible();
  await inspect(page, 'the page of a mail that is on its way');
  await page.setViewportSize({ width: 1440, height: 900 });
  const link = await readLink(EMAIL, 'resetvfkey');
  await page.goto(link);
  await page.getByLabel('New password').fill('second-password');
  await page.getByLabel('Confirm password').fill('second-password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await signIn(page, EMAIL, 'first-password');
  await expect(page.getByRole('alert')).toContainText('Incorrect Email or Password');
  await signIn(page, EMAIL, 'second-password');
  await expect(page).toHaveURL(/\/main/);
});

test('lists a session in another browser and ends it', async ({ browser }) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, EMAIL, 'second-password');
  await expect(other).toHaveURL(/\/main/);
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click();
  await expect(other).toHaveURL(/\/main\/device/);
  await openInApp(page, `${product.origin}/main/profile`);
  await page.getByRole('button', { name: /^Sign out of Chrom/ }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out of Chrom/ })).toBeHidden();
  await expect(other.getByText(/^You were signed out because your session was ended/)).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await other.getByLabel('Email').fill(EMAIL);
  await other.getByLabel('Password', { exact: true }).fill('second-password');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/main\/device/);
  await elsewhere.close();
});

test('a token in the address is confirmed, removed from the address and replaces another account only after confirmation', async ({
  browser,
}) => {
  const { token, userId } = await page.evaluate(() => ({ token: localStorage.getItem('token'), userId: localStorage.getItem('userId') }));
  const otto = await ApiPerson.create(product, 'otto@account.example', 'Otto Other');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const isHere = (name: string) => expect(other.getByRole('button', { name: `Profile of ${name}` })).toBeVisible();
  await test.step('asks before it signs in', async () => {
    const link = `${product.origin}/main?auth=${token}&userId=${userId}&role=user&platform=PP&open=false`;
    await other.goto(link);
    await other.getByRole('button', { name: 'Don’t sign in' }).click();
    await expect(other).toHaveURL(/\/login/);
    expect(await elsewhere.cookies()).toEqual([]);
    await other.goto(link);
    await expect(other.getByRole('dialog')).toContainText('This link signs you in as');
    await confirmSignInLink(other);
    await expect(other.getByRole('heading', { name: 'My Albums' })).toBeVisible();
    expect([...new URL(other.url()).searchParams.keys()].sort()).toEqual(['open', 'userId']);
    expect((await elsewhere.cookies()).map(({ name }) => name)).toContain('vitrine_media');
  });
  await test.step('asks before it replaces the account that is signed in', async () => {
    const arrive = () => other.goto(`${product.origin}/main?auth=${otto.token}&userId=${otto.userId}&open=false`);
    await arrive();
    await expect(other.getByRole('dialog')).toContainText('You’re signed in as Mara Lind');
    await other.getByRole('button', { name: 'Stay signed in' }).click();
    await isHere('Mara Lind');
    await arrive();
    await other.getByRole('button', { name: 'Switch account' }).click();
    await isHere('Otto Other');
  });
  await elsewhere.close();
});

test('a new email address applies after its link was opened', async () => {
  await openInApp(page, `${product.origin}/main/profile`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog().getByLabel('New email').fill(NEW_EMAIL);
  await dialog().getByLabel('Current password', { exact: true }).fill('second-password');
  await dialog().getByRole('button', { name: 'Send link' }).click();
  await expect(dialog()).toBeHidden();
  await page.goto(await readLink(NEW_EMAIL, 'emailvfkey'));
  await expect(page).toHaveURL(/\/main\/profile/);
  await expect(page.getByText(NEW_EMAIL).first()).toBeVisible();
});

test('exports the account’s data and deletes the account permanently', async () => {
  await openInApp(page, `${product.origin}/main/profile`);
  await page.getByRole('button', { name: 'Export data' }).click();
  await dialog().getByLabel('Password', { exact: true }).fill('second-password');
  const started = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
  const exported: unknown = JSON.parse(await readFile(await (await started).path(), 'utf8'));
  expect(JSON.stringify(exported)).toContain(NEW_EMAIL);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog().getByLabel('Password', { exact: true }).fill('second-password');
  await dialog().getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, NEW_EMAIL, 'second-password');
  await expect(page.getByRole('alert')).toContainText('No account exists');
});
