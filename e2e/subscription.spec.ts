/**
 * Purchase and upgrade of a plan at the test bank. Component tests have the form and repeated requests (`plan-payment.test.tsx`), and the page of a plan in
 * each state (`subscription.test.tsx`). The server's `subscriptions` tests renew, cancel and end plans.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { inspect, inspectAll } from './accessibility.ts';
import { ApiPerson, verificationLink } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { CARDS, findMonthlyPrice, listSuccessfulPayments, subscribe, subscriptionPage } from './subscription-page.ts';

let product: Product;
let page: Page;
let ana: ApiPerson;

test.beforeAll(({ shared }) => {
  product = shared;
});
test.afterEach(() => page?.context().close());

const { alert, choosePlan, detail, heading, open, payNow, typeCard } = subscriptionPage(() => ({ page, origin: product.origin }));

async function openAsNewUser(browser: Browser, name: string, path = '/main/subscription'): Promise<void> {
  ana = await ApiPerson.create(product, `${name}@subscription.example`);
  page = await openSignedInPage(browser, ana, {}, `${product.origin}${path}`);
}

/** Opens the card page for a plan as a new user. */
async function openCardPage(browser: Browser, name: string, plan: string): Promise<void> {
  ana = await ApiPerson.create(product, `${name}@subscription.example`);
  const path = `/main/subscription/stripepayment?priceId=${await findMonthlyPrice(ana, plan)}`;
  page = await openSignedInPage(browser, ana, {}, `${product.origin}${path}`);
}

test('charges nothing for a declined card and charges another card once', async ({ browser }) => {
  await openAsNewUser(browser, 'buyer');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: /^Enterprise Plan / })).toBeVisible();
  await page.getByRole('radio', { name: 'Yearly', exact: true }).check();
  await expect(page.getByRole('radio', { name: /^Single User \$2,990\/yr/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Enterprise Plan / })).toHaveCount(0);
  await inspect(page, 'plan picker');
  await choosePlan('Single User');
  await expect(page).toHaveURL(/stripepayment\?.*priceId=/);
  await expect(page.getByText('Due today')).toBeVisible();
  await expect(page.getByText(/^Then \$299\.00 every month starting/)).toBeVisible();
  await typeCard(CARDS.declined);
  await payNow();
  await expect(alert()).toHaveText('* Your card was declined.');
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  expect(await listSuccessfulPayments(ana)).toEqual([]);
  // After a reload the purchase continues with the same order.
  await page.reload();
  await payNow();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await inspect(page, 'card page with errors');
  await typeCard(CARDS.good);
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await inspect(page, 'card page');
  await page.getByRole('button', { name: 'Pay Now $299.00' }).dblclick();
  await expect(heading('Payment Successful')).toBeVisible();
  await expect(page.getByText('We’ve emailed you a receipt.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Family' })).toHaveCount(0);
  await inspect(page, 'confirmation');
  expect(await listSuccessfulPayments(ana)).toEqual([29_900]);
  // Back does not return to the paid form.
  await page.goBack();
  await expect(page).not.toHaveURL(/stripepayment/);
  await page.goForward();
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await expect(heading('My Albums')).toBeVisible();
  await openInApp(page, `${product.origin}/main/subscription`);
  await expect(heading('Single User · Monthly')).toBeVisible();
  await expect(detail('Next Billing Date', /\d\d\/\d\d\/\d{4}/)).toBeVisible();
  await inspect(page, 'plan summary');
});

// Slow, because component tests decline (`plan-payment.test.tsx`) and postpone (`subscription.test.tsx`) an authentication, and the server's tests charge it.
test('authentication of a payment can be rejected, postponed and completed from the summary', { tag: '@slow' }, async ({ browser }) => {
  await openCardPage(browser, 'asked', 'Family Plan');
  await typeCard(CARDS.needsAuthentication);
  await payNow();
  const question = page.getByRole('dialog', { name: 'Confirm this payment' });
  await expect(question).toContainText('$999.00');
  await inspect(page, 'confirm a payment');
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect(alert()).toContainText('*');
  expect(await listSuccessfulPayments(ana)).toEqual([]);
  await payNow();
  await expect(question).toBeVisible();
  await open('/main/subscription');
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Payment succeeded!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Plan' })).toBeVisible();
  expect(await listSuccessfulPayments(ana)).toEqual([99_900]);
  await expect(heading('Family Plan · Monthly')).toBeVisible();
  // No larger plan exists.
  await expect(page.getByRole('link', { name: /Upgrade Plan|Purchase Plan/ })).toHaveCount(0);
});

test('charges the announced amount for an upgrade and provides a receipt for each payment', async ({ browser }) => {
  ana = await ApiPerson.create(product, 'grower@subscription.example');
  await subscribe(ana, 'Single User');
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/subscription`);
  await inspectAll(page, { 'change the card': '?dialog=card', 'cancel a plan': '?dialog=cancel' }, async (dialog) => {
    await openInApp(page, `${product.origin}/main/subscription${dialog}`);
    // The dialog of the previous address may still be closing.
    await expect(page.locator('[role=dialog][data-open], [role=alertdialog][data-open]')).toBeVisible();
  });
  await openInApp(page, `${product.origin}/main/subscription`);
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
  const states = { pastDue: 'Past due', expired: 'Expired' } as const;
  await inspectAll(page, { 'past due': 'pastDue', expired: 'expired' }, async (state) => {
    const ended_at = state === 'expired' ? new Date() : null;
    await withProductDatabase(product, (db) =>
      db.updateTable('subscriptions').set({ state, ended_at }).where('user_id', '=', ana.userId).execute(),
    );
    await open('/main/subscription');
    await expect(detail('Status', states[state as keyof typeof states])).toBeVisible();
  });
});

test('four steps lead from the pricing page to a paid Family Plan and the new family', async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  const email = 'stepper@subscription.example';
  const step = (name: string) => page.getByRole('navigation', { name: 'Checkout steps' }).locator('[aria-current=step]', { hasText: name });
  await open('/pricing');
  await page.getByRole('link', { name: 'Sign up for Family Plan' }).click();
  await expect(step('Sign Up')).toBeVisible();
  await page.getByLabel('Name').fill('Stella Step');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(heading(/check your email/)).toBeVisible();
  // The link in the email opens in a new tab.
  const tab = await page.context().newPage();
  await page.close();
  page = tab;
  await page.goto((await verificationLink(product, email)).href);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(step('Select Plans')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Family Plan / })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Free / })).toBeVisible();
  await inspect(page, 'plan selection');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(step('Payment')).toBeVisible();
  await typeCard(CARDS.good);
  await payNow();
  await expect(step('Confirmation')).toBeVisible();
  await expect(heading('Payment Successful')).toBeVisible();
  await page.getByRole('link', { name: 'Create Family' }).click();
  await page.getByLabel('Family Name').fill('The Steps');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading('Family Dashboard')).toBeVisible();
  await expect(page.getByText('0 of 5 members')).toBeVisible();
});

test('a new user who chooses Free arrives at the albums', { tag: '@slow' }, async ({ browser }) => {
  await openAsNewUser(browser, 'frugal', '/main/subscription?steps=true&plan=free');
  await expect(page.getByRole('radio', { name: /^Free / })).toBeChecked();
  await page.getByRole('button', { name: 'Start free' }).click();
  await expect(heading('My Albums')).toBeVisible();
});

test('buys a plan with the keyboard only', { tag: '@slow' }, async ({ browser }) => {
  await openAsNewUser(browser, 'keys');
  await page.getByRole('radio', { name: 'Monthly', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: /^Single User / })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Card number').focus();
  for (const text of [CARDS.good, '440', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByLabel('CVC').press('Enter');
  await expect(heading('Payment Successful')).toBeVisible();
});

test('buys extra screens at the device limit, which allow another device', async ({ browser }) => {
  ana = await ApiPerson.create(product, 'extra@subscription.example');
  const priceId = await findMonthlyPrice(ana, 'Family Plan');
  const setExtraScreenPrice = (cents: number | null) =>
    withProductDatabase(product, async (db) => {
      await db.updateTable('plan_prices').set({ extra_screen_cents: cents }).where('id', '=', priceId).execute();
    });
  await setExtraScreenPrice(2_000);
  await subscribe(ana, 'Family Plan');
  await ana.device('Kitchen', (await ana.screen()).deviceId);
  page = await openSignedInPage(browser, ana, {}, `${product.origin}/main/device`);
  await page.getByRole('button', { name: 'Why can’t I add a device?' }).first().click();
  await page.getByRole('link', { name: 'Buy extra screens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extra screens' });
  await dialog.getByLabel('Number of extra screens').fill('3');
  await expect(dialog.getByText('Remaining time on 3 × Family Plan, extra screen')).toBeVisible();
  await inspect(page, 'extra screens');
  await dialog.getByRole('button', { name: /^Pay \$\d+\.\d\d and add 3 screens$/ }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(detail('Extra screens', '3 × $20/mo')).toBeVisible();
  await inspect(page, 'plan with extra screens');
  expect(await listSuccessfulPayments(ana)).toHaveLength(2);
  await ana.device('Hall', (await ana.screen()).deviceId);
  // Other journeys use the plan without extra screens.
  await setExtraScreenPrice(null);
});
