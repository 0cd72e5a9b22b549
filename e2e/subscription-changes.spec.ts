/** Changes of a purchased plan: cancellation, upgrade, another card, receipts, failed renewals and expiry. */
import { type Browser, expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { CARDS, listSuccessfulPayments, readSubscriptionState, subscribe, subscriptionPage } from './subscription-page.ts';

const DAY_S = 86_400;

let product: Product;
let page: Page;
let ana: ApiPerson;

// All tests share one bank, and the last test moves its clock.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product?.remove());
test.afterEach(() => page?.context().close());

const { choosePlan, detail, heading, typeCard } = subscriptionPage(() => ({ page, origin: product.origin }));

/** Creates an account with a plan and opens the page of the plan. */
async function openPlan(browser: Browser, name: string): Promise<void> {
  ana = await ApiPerson.create(product, `${name}@subscription-changes.example`);
  await subscribe(ana, 'Single User');
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/subscription`);
}

test('changes the card of a plan, cancels the plan and resumes it', async ({ browser }) => {
  await openPlan(browser, 'hesitant');
  await page.getByRole('button', { name: 'Change card' }).click();
  await inspect(page, 'change the card');
  await typeCard('5555555555554444');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/•••• 4444/)).toBeVisible();
  expect(await listSuccessfulPayments(ana)).toEqual([29_900]);

  await page.getByRole('button', { name: 'Cancel Plan' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel the plan' });
  await expect(confirmation).toContainText('You can use the Single User Plan until');
  await inspect(page, 'cancel a plan');
  await confirmation.getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(confirmation).toBeHidden();
  await expect(detail('Status', 'Cancelled but running')).toBeVisible();
  await expect(detail('Expire on', /\d\d\/\d\d\/\d{4}/)).toBeVisible();
  await page.getByRole('link', { name: 'Purchase Plan' }).click();
  await expect(page.getByText(/keep your current plan first/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep plan' }).click();
  await expect(page.getByText(/keep your current plan first/)).toBeHidden();
  await page.getByRole('link', { name: 'Back to subscription' }).click();
  await expect(detail('Status', 'Active')).toBeVisible();
});

test('charges the announced amount for an upgrade and provides a receipt for each payment', async ({ browser }) => {
  await openPlan(browser, 'grower');
  await page.getByRole('link', { name: 'Upgrade Plan' }).click();
  await expect(page.getByText('Current plan', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Single User / })).toHaveCount(0);
  await choosePlan('Family Plan');
  const dialog = page.getByRole('dialog', { name: 'Change to Family Plan' });
  await expect(dialog).toContainText('Due today');
  await inspect(page, 'change of plan');
  const label = (await dialog.getByRole('button', { name: /and change plan$/ }).textContent()) ?? '';
  const announced = /\$[\d,.]+/.exec(label)?.[0] ?? '';
  await dialog.getByRole('button', { name: /and change plan$/ }).click();
  await expect(heading('Payment Successful')).toBeVisible();
  await expect(page.getByText('Subscription Updated Successfully')).toBeVisible();
  expect(await listSuccessfulPayments(ana)).toEqual([Math.round(Number(announced.replaceAll(/[$,]/g, '')) * 100), 29_900]);

  await page.getByRole('link', { name: 'Open receipt' }).click();
  const receipt = page.getByRole('article', { name: /^Receipt / });
  await expect(receipt).toContainText(ana.email);
  await expect(receipt).toContainText(announced);
  await expect(receipt).toContainText('No money was charged');
  await inspect(page, 'receipt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to transactions' }).click();
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(announced);
  await expect(rows.last()).toContainText('$299.00');
  await expect(rows.last()).toContainText('Visa •••• 4242');
  await expect(rows.last()).toContainText('Success');
  await inspect(page, 'transactions');
});

test('pays a failed renewal with another card and ends a cancelled plan', async ({ browser }) => {
  const admin = await createAdmin();
  const ending = await ApiPerson.create(product, 'ending@subscription-changes.example');
  const endingId = await subscribe(ending, 'Single User');
  await ending.request('DELETE', `/stripes/subscription/${endingId}`);
  ana = await ApiPerson.create(product, 'owing@subscription-changes.example');
  const owingId = await subscribe(ana, 'Single User', 'pm_card_chargeCustomerFail');
  await admin.request('POST', '/test-bank/v1/clock', { advanceSeconds: 32 * DAY_S });
  await expect.poll(() => readSubscriptionState(ana, owingId)).toBe('pastDue');
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/subscription`);
  await expect(detail('Status', 'Past due')).toBeVisible();
  await expect(page.getByText(/We’ll try your card again on|won’t be retried/)).toBeVisible();
  await inspect(page, 'past due');
  await page.getByRole('button', { name: 'Use another card' }).click();
  await typeCard(CARDS.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(detail('Status', 'Active')).toBeVisible();
  expect(await listSuccessfulPayments(ana)).toEqual([29_900, 29_900]);
  await page.context().close();
  await expect.poll(() => readSubscriptionState(ending, endingId)).toBe('expired');
  page = await openSignedInPage(browser, ending, {}, `${product.origin}/main/subscription`);
  await expect(detail('Status', 'Expired')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Purchase Plan' })).toBeVisible();
  await inspect(page, 'expired');
  expect(await listSuccessfulPayments(ending)).toEqual([29_900]);
});

async function createAdmin(): Promise<ApiPerson> {
  const admin = await ApiPerson.create(product, 'keeper@subscription-changes.example');
  const rights = { role: 'admin', is_super_admin: true };
  await withProductDatabase(product, (db) => db.updateTable('users').set(rights).where('id', '=', admin.userId).execute());
  return admin;
}
