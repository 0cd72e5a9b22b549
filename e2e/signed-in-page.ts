import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { User } from '@vitrine/contract/accounts';
import { insertSession } from '../apps/server/src/testing/people.ts';
import { toStoredSession } from '../apps/web/src/lib/stored-session.ts';
import type { ApiPerson } from './api.ts';
import { withProductDatabase } from './product-database.ts';

/** Confirms the dialog of a sign-in link with which the page was opened. */
export const confirmSignInLink = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Sign in to this account?' }).getByRole('button', { name: 'Sign in', exact: true }).click();

/** Opens an address with a sign-in link of the account and confirms it. */
export async function openSignInLink(page: Page, { token, userId }: Pick<ApiPerson, 'token' | 'userId'>, address: string): Promise<void> {
  const link = new URL(address);
  link.searchParams.set('auth', token);
  link.searchParams.set('userId', userId);
  await page.goto(link.href);
  await confirmSignInLink(page);
}

/**
 * Creates a page in a new context as this account. The first address that a test opens in it is signed in. A sign-in link would first show a dialog, which takes
 * half a second of processor time in nearly every test.
 */
export async function createSignedInPage(browser: Browser, person: ApiPerson, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const token = await withProductDatabase(person.product, (db) => insertSession(db, person.userId));
  // Sets the cookie with which the browser loads pictures, and returns the account.
  const response = await context.request.post(`${person.product.origin}/api/users/media-cookie`, { headers: { authorization: token } });
  const { result } = (await response.json()) as { result: User };
  const signIn = await page.addInitScript(
    (values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    },
    toStoredSession(token, result),
  );
  // Later documents keep what the web app stores.
  page.once('framenavigated', () => void signIn.dispose());
  return page;
}

/** Opens an address in a new context as this account. Opening one takes nearly a second of processor time, so tests pass the address that they need. */
export async function openSignedInPage(
  browser: Browser,
  person: ApiPerson,
  options: BrowserContextOptions = {},
  address = `${person.product.origin}/main`,
): Promise<Page> {
  const page = await createSignedInPage(browser, person, options);
  await page.goto(address);
  await expect(page).toHaveURL((url) => /^\/(main|admin)/.test(url.pathname));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}
