import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { insertSession } from '../apps/server/src/testing/people.ts';
import type { ApiPerson } from './api.ts';
import { withProductDatabase } from './product-database.ts';

/** A window of somebody who came to an address with a token of their own in it: loading another page first takes more than half a second of processor. */
export async function windowOf(
  browser: Browser,
  person: ApiPerson,
  options: BrowserContextOptions = {},
  address = `${person.product.origin}/main`,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const token = await withProductDatabase(person.product, (db) => insertSession(db, person.userId));
  const arrival = new URL(address);
  arrival.searchParams.set('auth', token);
  arrival.searchParams.set('userId', person.userId);
  await page.goto(arrival.href);
  await expect(page).toHaveURL((url) => /^\/(main|admin)/.test(url.pathname) && !url.searchParams.has('auth'));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}
