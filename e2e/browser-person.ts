import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { NAMESPACES } from '@vitrine/contract/live';
import { insertSession } from '../apps/server/src/testing/people.ts';
import type { ApiPerson } from './api.ts';
import { withProductDatabase } from './product-database.ts';

/** Confirms the question of a sign-in link that the page was opened with. */
export const confirmArrival = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Sign in to this account?' }).getByRole('button', { name: 'Sign in', exact: true }).click();

/** Opens an address with a sign-in link for the person, and confirms it. */
export async function arriveAs(page: Page, { token, userId }: Pick<ApiPerson, 'token' | 'userId'>, address: string): Promise<void> {
  const arrival = new URL(address);
  arrival.searchParams.set('auth', token);
  arrival.searchParams.set('userId', userId);
  await page.goto(arrival.href);
  await confirmArrival(page);
}

/** Opens an address with the account's token in it. Loading the sign-in page first would take more than half a second of processor time. */
export async function openSignedInPage(
  browser: Browser,
  person: ApiPerson,
  options: BrowserContextOptions = {},
  address = `${person.product.origin}/main`,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const token = await withProductDatabase(person.product, (db) => insertSession(db, person.userId));
  await arriveAs(page, { token, userId: person.userId }, address);
  await expect(page).toHaveURL((url) => /^\/(main|admin)/.test(url.pathname) && !url.searchParams.has('auth'));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

/** Resolves when the next opened page receives live updates. Earlier changes are in the data that the page requested. */
export async function untilLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  const silent = new Set<string>([NAMESPACES.notification, NAMESPACES.device, NAMESPACES.media]);
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => {
      // Socket.IO lets a namespace in: `40/media,{…}`.
      silent.delete(/^40([^,]+),/.exec(String(payload))?.[1] ?? '');
      return silent.size === 0;
    },
  });
}
