/**
 * When STAFF_ACCESS=consent, an administrator requests access; the user allows it in the app, sees the visit, and revokes the permission. Both journeys are slow,
 * because they need another product than the shared one; component tests have the pages (`staff-access.test.tsx`), the server's tests the rules.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage, openSignedInPage } from './signed-in-page.ts';

let product: Product;
let user: ApiPerson;

test.beforeAll(async () => {
  product = await Product.start({ STAFF_ACCESS: 'consent' });
  user = await ApiPerson.create(product, 'ute@staff-access.example', 'Ute Owner');
  await user.album('Harbour');
});
test.afterAll(() => product.remove());

async function staffWindow(browser: Browser, name: string, standing: { is_super_admin: boolean }): Promise<Page> {
  const staff = await ApiPerson.create(product, `${name.toLowerCase()}@staff-access.example`, name);
  await withProductDatabase(product, (db) =>
    db
      .updateTable('users')
      .set({ role: 'admin', ...standing })
      .where('id', '=', staff.userId)
      .execute(),
  );
  return createSignedInPage(browser, staff);
}

const openAccount = (page: Page) => page.goto(`${product.origin}/main?userId=${user.userId}&open=true`);

test('an administrator views an account with the permission of its user', { tag: '@slow' }, async ({ browser }) => {
  const admin = await staffWindow(browser, 'Adam', { is_super_admin: false });
  await openAccount(admin);
  await expect(admin.getByRole('heading', { name: "You are not viewing Ute Owner's account" })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'View without permission' })).toBeHidden();
  await inspect(admin, 'a request for access');
  await admin.getByLabel('Message to the user').fill('About your ticket 4711');
  await admin.getByRole('button', { name: 'Request access' }).click();
  await expect(admin.getByText('The user was asked and has not answered yet.')).toBeVisible();

  const page = await openSignedInPage(browser, user);
  await expect(page.getByRole('heading', { name: 'Adam asks to view your account' })).toBeVisible();
  await expect(page.getByText('“About your ticket 4711”')).toBeVisible();
  await inspect(page, 'a request of staff to the user');
  await page.getByLabel('Allow for').selectOption('24 hours');
  await page.getByRole('button', { name: 'Allow access' }).click();
  await expect(page.getByRole('heading', { name: 'Adam asks to view your account' })).toBeHidden();

  await admin.reload();
  await admin.getByRole('button', { name: 'View account' }).click();
  await expect(admin.getByText("You are viewing Ute Owner's account")).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Harbour' })).toBeVisible();

  await page.goto(`${product.origin}/main/profile`);
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await expect(activity.getByText('Adam viewed your account')).toBeVisible();
  await expect(activity.getByText('Viewing now')).toBeVisible();
  await inspect(page, 'recent activity');
  await activity.getByRole('button', { name: 'Revoke access of Adam' }).click();
  await expect(activity.getByText('Viewing now')).toBeHidden();
  await admin.reload();
  await expect(admin.getByRole('heading', { name: "You are not viewing Ute Owner's account" })).toBeVisible();
  await expect(admin.getByText('The user revoked access.')).toBeVisible();
});

test('a super-admin views an account without permission after giving a reason, which the user sees', { tag: '@slow' }, async ({
  browser,
}) => {
  const root = await staffWindow(browser, 'Rita', { is_super_admin: true });
  await openAccount(root);
  const reason = 'Reported for abuse, case 12';
  await root.getByLabel('Reason').fill(reason);
  await root.getByRole('button', { name: 'View without permission' }).click();
  await expect(root.getByText("You are viewing Ute Owner's account")).toBeVisible();
  const page = await openSignedInPage(browser, user, {}, `${product.origin}/main/profile`);
  await expect(page.getByText(`Viewed without your permission. Reason: ${reason}`)).toBeVisible();
});
