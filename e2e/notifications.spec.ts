/**
 * Notifications of real actions: an album is shared, and the invited user responds. It is slow, because component tests have the page and the bell
 * (`notifications.test.tsx`, `notification-bell.test.tsx`), the server's tests the answers, and `albums.spec.ts` accepts a real invitation.
 */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let ben: ApiPerson;

test.beforeAll(async ({ shared }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@notifications.example', 'Ana Lima');
  ben = await ApiPerson.create(product, 'ben@notifications.example', 'Ben Weiss');
  await givePlan(ana);
});

async function share(name: string): Promise<string> {
  const { _id } = await ana.album(name);
  await ana.request('PUT', `/albums/share/${_id}`, { emailArr: [{ email: ben.email, permission: 'read' }] });
  return _id;
}

const item = (page: Page, album: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `“${album}”` });

test('shows invitations live and accepts each once', { tag: '@slow' }, async ({ browser }) => {
  const page = await openSignedInPage(browser, ben, {}, `${product.origin}/main/notification`);
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  const harbour = await share('Harbour');
  const winter = await share('Winter');
  await expect(item(page, 'Harbour')).toContainText('Ana Lima');
  await expect(item(page, 'Harbour').getByText('just now')).toBeVisible();
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible();
  const actionRequest = page.waitForRequest('**/api/albums/share/action/**');
  await item(page, 'Winter').getByRole('button', { name: 'Decline' }).click();
  expect((await actionRequest).postDataJSON()).toMatchObject({ type: 'canceled' });
  await expect(item(page, 'Winter').getByRole('button', { disabled: false, name: /Accept|Decline/ })).toHaveCount(0);
  await item(page, 'Harbour').getByRole('button', { name: 'Accept' }).click();
  await expect(item(page, 'Harbour').getByRole('button', { disabled: false, name: /Accept|Decline/ })).toHaveCount(0);
  await page.reload();
  await expect(item(page, 'Harbour')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /Accept|Decline/ })).toHaveCount(0);
  await expect.poll(async () => (await ben.call('GET', `/albums/details/${harbour}`)).status).toBe(200);
  expect((await ben.call('GET', `/albums/details/${winter}`)).status).toBe(404);
  await page.context().close();
});
