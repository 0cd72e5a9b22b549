import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { ApiPerson } from './api.ts';

/** A window of somebody who signed in through the form, as a person does. */
export async function windowOf(browser: Browser, person: ApiPerson, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(`${person.product.origin}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main/);
  return page;
}
