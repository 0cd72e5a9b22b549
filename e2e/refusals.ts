import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiPerson } from './api.ts';
import { arriveAs } from './browser-person.ts';
import type { Product } from './product.ts';

export const REFUSAL = 'The server says no, and why.';

/** Answers in the server's place. */
export const refuse = (page: Page, address: string, status = 409): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status, json: { error: true, code: 'INVALID', message: REFUSAL } }));

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
export const errorToast = (page: Page): Locator => messages(page).getByRole('alert');
export const successToast = (page: Page): Locator => messages(page).getByRole('status');

export async function submitSignIn(page: Page, email: string, password = 'correct horse'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Every seal is made with a nonce that was used before, which the server refuses. */
export async function sealWithUsedNonce(page: Page, { origin }: Product): Promise<void> {
  const answer = await (await fetch(`${origin}/api/users/login/key`)).text();
  await page.route('**/api/users/login/key', (route) => route.fulfill({ contentType: 'application/json', body: answer }));
  await page.goto(`${origin}/login`);
  await submitSignIn(page, 'nobody@example.com', 'correct horse');
  await expect(page.getByRole('alert')).toBeVisible();
}

/** Opens an address as somebody who is signed in. */
export const enterAs = (person: ApiPerson, { origin }: Product, page: Page, address: string): Promise<void> =>
  arriveAs(page, person, `${origin}${address}`);
