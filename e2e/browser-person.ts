import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { insertSession } from '../apps/server/src/testing/people.ts';
import type { ApiPerson } from './api.ts';
import { withProductDatabase } from './product-database.ts';

/** A window of somebody who came with a token of their own in the address. */
export async function windowOf(browser: Browser, person: ApiPerson, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const token = await withProductDatabase(person.product, (db) => insertSession(db, person.userId));
  await page.goto(`${person.product.origin}/main?auth=${token}&userId=${person.userId}`);
  await expect(page).toHaveURL((url) => /^\/(main|admin)/.test(url.pathname) && !url.searchParams.has('auth'));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}
