/** A plan after it was bought: cancellation, another plan, another card, payments with receipts, failed renewals and the end. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { CARDS, subscriptionPage, successesOf } from './subscription-page.ts';

const DAY_S = 86_400;

let product: Product;
let page: Page;
let ana: ApiPerson;

// One bank, whose clock the last test moves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product?.remove());
test.afterEach(() => page?.context().close());

const { choose, fact, heading, open, subscribe, typeCard } = subscriptionPage(() => ({ page, origin: product.origin }));

async function come(browser: Browser, name: string): Promise<void> {
  ana = await ApiPerson.create(product, `${name}@subscription-changes.example`);
  page = await windowOf(browser, ana);
}

test('a plan is cancelled, and the cancellation taken back', async ({ browser }) => {
  await come(browser, 'hesitant');
  await subscribe('Single User');
  await open('/main/subscription');
  await page.getByRole('button', { name: 'Cancel Plan' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel the plan' });
  await expect(asked).toContainText('The Single User Plan runs until');
  await inspect(page, 'cancel a plan');
  await asked.getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(asked).toBeHidden();
  await expect(fact('Status', 'Cancelled, still running')).toBeVisible();
  await expect(fact('Expire on', /\d\d\/\d\d\/\d{4}/)).toBeVisible();
  await page.getByRole('link', { name: 'Purchase Plan' }).click();
  await expect(page.getByText(/Keep it, and you can change to another one/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(page.getByText(/Keep it, and you can change to another one/)).toBeHidden();
  await page.getByRole('link', { name: 'Back to your plan' }).click();
  await expect(fact('Status', 'Active')).toBeVisible();
});

test('another plan costs what was told before the click', async ({ browser }) => {
  await come(browser, 'grower');
  await subscribe('Single User');
  await open('/main/subscription');
  await page.getByRole('link', { name: 'Upgrade Plan' }).click();
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Single User / })).toHaveCount(0);
  await choose('Family Plan');
  const dialog = page.getByRole('dialog', { name: 'Change to Family Plan' });
  await expect(dialog).toContainText('Charged today');
  await inspect(page, 'change of plan');
  const label = (await dialog.getByRole('button', { name: /and change$/ }).textContent()) ?? '';
  const told = Number(/\$([\d,.]+)/.exec(label)?.[1]?.replaceAll(',', '')) * 100;
  await dialog.getByRole('button', { name: /and change$/ }).click();
  await expect(heading('Payment Successful')).toBeVisible();
  await expect(page.getByText('Subscription Updated Successfully')).toBeVisible();
  expect(await successesOf(ana)).toEqual([Math.round(told), 29_900]);
});

test('the card on file is changed', async ({ browser }) => {
  await come(browser, 'cardholder');
  await subscribe('Single User');
  await open('/main/subscription');
  await page.getByRole('button', { name: 'Change card' }).click();
  await inspect(page, 'change the card');
  await typeCard('5555555555554444');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/•••• 4444/)).toBeVisible();
  expect(await successesOf(ana)).toEqual([29_900]);
});

test('payments are listed, and each has a receipt', async ({ browser }) => {
  await come(browser, 'accountant');
  await open('/main/profile/transactions');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await inspect(page, 'no transactions');
  await subscribe('Single User');
  await page.getByRole('link', { name: 'Open receipt' }).click();
  const receipt = page.getByRole('article', { name: /^Receipt / });
  await expect(receipt).toContainText(ana.email);
  await expect(receipt).toContainText('$299.00');
  await expect(receipt).toContainText('no money moved');
  await inspect(page, 'receipt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to transactions' }).click();
  const row = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Visa •••• 4242');
  await expect(row).toContainText('Success');
  await inspect(page, 'transactions');
});

test('a renewal that fails is said with the way to pay it, and a cancelled plan ends', async ({ browser }) => {
  const admin = await adminOf();
  await come(browser, 'ending');
  await subscribe('Single User');
  await open('/main/subscription');
  await page.getByRole('button', { name: 'Cancel Plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(fact('Status', 'Cancelled, still running')).toBeVisible();
  await page.context().close();
  const ending = ana;
  await come(browser, 'owing');
  await subscribe('Single User', CARDS.failsLater);
  await admin.must('POST', '/test-bank/v1/clock', { advanceSeconds: 32 * DAY_S });
  await expect(async () => {
    await open('/main/subscription');
    await expect(fact('Status', 'Past due')).toBeVisible({ timeout: 1500 });
  }).toPass();
  await expect(page.getByText(/the card is tried again on|will not be tried again/)).toBeVisible();
  await inspect(page, 'past due');
  await page.getByRole('button', { name: 'Use another card' }).click();
  await typeCard(CARDS.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(fact('Status', 'Active')).toBeVisible();
  expect(await successesOf(ana)).toEqual([29_900, 29_900]);
  await page.context().close();
  page = await windowOf(browser, ending);
  await expect(async () => {
    await open('/main/subscription');
    await expect(fact('Status', 'Expired')).toBeVisible({ timeout: 1500 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'Purchase Plan' })).toBeVisible();
  await inspect(page, 'expired');
  expect(await successesOf(ending)).toEqual([29_900]);
});

async function adminOf(): Promise<ApiPerson> {
  const admin = await ApiPerson.create(product, 'keeper@subscription-changes.example');
  const rights = { role: 'admin', is_super_admin: true };
  await withProductDatabase(product, (db) => db.updateTable('users').set(rights).where('id', '=', admin.userId).execute());
  return admin;
}
