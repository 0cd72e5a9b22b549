/** Poster orders: selection, cropping, address, payment at the test bank, shipping and refunds, and the console's price tables. */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const CARDS = { good: '4242424242424242', declined: '4000000000000002', authenticated: '4000002760003184' };
const OPTIONS = [
  ['Orientation', 'Portrait'],
  ['Size', '12 × 18 in'],
  ['Paper stock', 'Satin'],
  ['Lamination', 'Gloss film'],
  ['Shipping location', 'US'],
  ['Quantity', '2'],
] as const;

let product: Product;
let ana: ApiPerson;
let admin: ApiPerson;
let photo: { _id: string; albumId: string };
let page: Page;
let adminPage: Page;

// All tests use the orders of one buyer.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@posters.example', 'Ana Lima');
  admin = await ApiPerson.create(product, 'boss@posters.example', 'Bo Packer');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  const album = await ana.album('Walls');
  const file = await ana.upload('harbour.jpg', await aJpeg({ width: 1800, height: 1200 }));
  const [attached] = await ana.attach(album._id, [file.key]);
  await ana.waitUntilReady(album._id);
  photo = { _id: attached?._id ?? '', albumId: album._id };
  await openPages(browser);
});
test.afterAll(async () => {
  for (const window of [page, adminPage]) await window?.context().close();
});

async function openPages(browser: Browser): Promise<void> {
  page = await openSignedInPage(browser, ana);
  adminPage = await openSignedInPage(browser, admin);
}

const open = (on: Page, path: string) => on.goto(`${product.origin}${path}`);
const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name });
const buy = (on = page) => on.getByRole('button', { name: 'BUY', exact: true });
const row = (name: string | RegExp) => adminPage.getByRole('row').filter({ hasText: name }).first();

async function choosePoster(on = page): Promise<void> {
  await open(on, `/main/media/makeposter?mediaId=${photo._id}&albumId=${photo.albumId}`);
  for (const [label, choice] of OPTIONS) await on.getByLabel(label, { exact: true }).selectOption({ label: choice });
}

async function goToPayment(on = page): Promise<void> {
  await buy(on).click();
  await on.getByRole('radio', { name: /12 Long Lane/ }).check();
  await on.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(on.getByRole('dialog', { name: 'Payment' })).toBeVisible();
}

async function typeCard(number: string, on = page): Promise<void> {
  await on.getByLabel('Card number').fill('');
  await on.getByLabel('Card number').pressSequentially(number);
  await on.getByLabel('Expiry').fill('04 / 40');
  await on.getByLabel('CVC').fill('123');
}

const pay = (on = page) => on.getByRole('button', { name: /^Pay \$/ });
const listOrders = () => ana.request<{ _id: string; orderId: string }[]>('GET', `/orders/users/${ana.userId}`);
const listCharges = async () =>
  (await ana.request<{ amount: number; status: string }[]>('GET', `/stripes/payments/${ana.userId}`))
    .filter(({ status }) => status === 'success')
    .map(({ amount }) => amount);

test('selects and crops a poster by keyboard and shows its price', async () => {
  await open(page, `/main/media/makeposter?mediaId=${photo._id}&albumId=${photo.albumId}`);
  await expect(buy()).toBeDisabled();
  await expect(page.getByText('Please select all the fields!')).toBeVisible();
  await inspect(page, 'poster, nothing chosen');
  await choosePoster();
  await expect(page.getByText('$59.95')).toBeVisible();
  await expect(buy()).toBeEnabled();
  const printed = page.getByRole('button', { name: 'Print area of harbour' });
  const box = await printed.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(12 / 18, 2);
  await printed.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page).toHaveURL(/at=0\.\d+%2C0\.5/);
  // The photo moved to the right, so its left edge is nearer.
  expect(Number(/at=(0\.\d+)/.exec(page.url())?.[1])).toBeLessThan(0.5);
  await inspect(page, 'poster, cropped');
  await page.getByText('Wall').click();
  await expect(page.getByText('harbour to scale: 30 × 46 cm, next to a chair 82 cm high.')).toBeVisible();
  await inspect(page, 'poster on the wall');
  await page.getByLabel('Size', { exact: true }).selectOption({ label: '24 × 36 in' });
  await expect(page.getByText(/^At this size, the photo has only 33 pixels per inch/)).toBeVisible();
});

test('charges an order once despite a declined card, a double click and a reload', async () => {
  await choosePoster();
  await buy().click();
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByLabel('Street').fill('12 Long Lane');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').fill('Oregon');
  await page.getByLabel('Zip code').fill('97201');
  await page.getByLabel('Country').selectOption({ label: 'USA' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('radio', { name: /12 Long Lane/ })).toBeChecked();
  await inspect(page, 'choose an address');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await typeCard(CARDS.declined);
  await pay().click();
  await expect(page.getByRole('alert')).toHaveText('* Your card was declined.');
  const payment = page.url();
  await test.step('the confirmation of the order states that it is not paid', async () => {
    const [order] = await listOrders();
    await open(page, `/main/media/makeposter/orderconfirm?albumId=${photo.albumId}&orderId=${order?._id}`);
    await expect(heading('Your payment was not successful, please try again.')).toBeVisible();
    await inspect(page, 'order not paid');
    await open(page, '/main/media/makeposter/orderconfirm');
    await expect(heading('Order not found')).toBeVisible();
  });
  await page.goto(payment);
  await typeCard(CARDS.good);
  await inspect(page, 'payment');
  await pay().dblclick();
  await expect(heading('Payment Successful')).toBeVisible();
  await expect(page).toHaveURL(/orderconfirm\?.*intentId=.*orderId=/);
  await expect(page.getByText('Payment succeeded!')).toBeVisible();
  await page.reload();
  await expect(heading('Payment Successful')).toBeVisible();
  await inspect(page, 'order confirmation');
  expect(await listCharges()).toEqual([5995]);
  expect(await listOrders()).toHaveLength(1);
});

test('a second tab of the same purchase does not pay again', async () => {
  await choosePoster();
  await goToPayment();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await typeCard(CARDS.authenticated);
  await pay().click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toContainText('* ');
  await pay().click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading('Payment Successful')).toBeVisible();
  await typeCard(CARDS.good, second);
  await pay(second).click();
  await expect(heading('Payment Successful', second)).toBeVisible();
  await second.close();
  expect(await listCharges()).toEqual([5995, 5995]);
  expect(await listOrders()).toHaveLength(2);
});

test('shows the new total of an order whose price has changed and charges nothing', async () => {
  await choosePoster();
  // The earlier order keeps its price.
  await page.getByLabel('Quantity').selectOption({ label: '3' });
  await expect(page.getByText('$84.95')).toBeVisible();
  await goToPayment();
  await withProductDatabase(product, (db) =>
    db
      .updateTable('poster_combinations')
      .set({ price_cents: 9900 })
      .where('name', '=', 'Portrait, 12 × 18 in, Satin, Gloss film')
      .execute(),
  );
  await typeCard(CARDS.good);
  await pay().click();
  await expect(page.getByText('The price has changed. Check the new total, then pay again.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay $306.95' })).toBeVisible();
  expect(await listCharges()).toEqual([5995, 5995]);
  await withProductDatabase(product, (db) =>
    db
      .updateTable('poster_combinations')
      .set({ price_cents: 2500 })
      .where('name', '=', 'Portrait, 12 × 18 in, Satin, Gloss film')
      .execute(),
  );
});

test('an administrator ships and refunds an order, and its buyer sees the changes', async () => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Order Items' }).click();
  await expect(heading('All Order', adminPage)).toBeVisible();
  await adminPage.getByText('Posters', { exact: true }).click();
  await adminPage.getByRole('searchbox', { name: 'Search' }).fill('ana@posters');
  await expect(adminPage).toHaveURL(/string=ana/);
  await adminPage.getByLabel('Payment', { exact: true }).selectOption({ label: 'Success' });
  await expect(adminPage.getByRole('table', { name: 'Orders' }).getByRole('link')).toHaveCount(2);
  await inspect(adminPage, 'all orders');
  const csv = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download CSV' }).click();
  expect((await readFile(await (await csv).path(), 'utf8')).trim().split('\n')).toHaveLength(3);
  // The selected tab is kept after the address changes.
  await open(adminPage, '/admin/orderItems');
  await expect(adminPage.getByRole('radio', { name: 'Posters' })).toBeChecked();
  const paid = (await listOrders()).at(-1);
  await adminPage.getByRole('link', { name: paid?.orderId }).click();
  await expect(adminPage).toHaveURL(/orderItems\/orderDetails/);
  await expect(adminPage.getByRole('region', { name: 'Address' })).toContainText('12 Long Lane');
  await expect(adminPage.getByText('Gloss film', { exact: true })).toBeVisible();
  await inspect(adminPage, 'order of a poster');
  const file = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download print file' }).click();
  expect((await file).suggestedFilename()).toBe('harbour.jpg');

  await adminPage.getByRole('button', { name: 'Payment status' }).click();
  await expect(adminPage.getByRole('dialog').getByText('Success', { exact: true })).toBeVisible();
  await inspect(adminPage, 'payment status');
  await adminPage.getByRole('button', { name: 'Close' }).last().click();
  await adminPage.getByRole('button', { name: 'Order status' }).click();
  await adminPage.getByRole('combobox', { name: 'Status', exact: true }).selectOption({ label: 'Shipped' });
  await adminPage.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await inspect(adminPage, 'order status');
  await adminPage.getByRole('button', { name: 'Save' }).click();
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  await expect(adminPage.getByText('1Z999AA10123456784', { exact: true })).toBeVisible();

  await open(page, '/main/profile/orders');
  await inspect(page, 'my orders');
  await page
    .getByRole('link', { name: /^Poster / })
    .last()
    .click();
  await expect(page.getByText('Your order is on its way.', { exact: false })).toBeVisible();
  await expect(page.getByText('1Z999AA10123456784')).toBeVisible();
  await inspect(page, 'my order');
  await page.getByRole('link', { name: 'Open receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  expect(await product.mailTo(ana.email)).toContain('1Z999AA10123456784');
});

test('refunds a part and then the rest of a payment, but no more', async () => {
  await adminPage.getByRole('button', { name: 'Refund' }).click();
  await adminPage.getByLabel('Amount in dollars').fill('60');
  await adminPage.getByRole('button', { name: 'Refund $60.00' }).click();
  await expect(adminPage.getByText('This is more than the amount you can still refund.')).toBeVisible();
  await expect(adminPage.getByText('Enter a reason.', { exact: false })).toBeVisible();
  await adminPage.getByLabel('Amount in dollars').fill('9,95');
  await adminPage.getByLabel('Reason').fill('Shipped late');
  await expect(adminPage.getByText('nine dollars and ninety-five cents')).toBeVisible();
  await inspect(adminPage, 'refund');
  await adminPage.getByRole('button', { name: 'Refund $9.95' }).dblclick();
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  await expect(adminPage.getByText('-$9.95')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Refund' }).click();
  await expect(adminPage.getByLabel('Amount in dollars')).toHaveValue('50.00');
  await adminPage.getByLabel('Reason').fill('Never arrived');
  await adminPage.getByRole('button', { name: 'Refund $50.00' }).click();
  await expect(adminPage.getByText('-$59.95')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  await open(page, '/main/profile/orders');
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  // The panel next to the list is too narrow for the values to be next to the picture.
  await open(adminPage, `/admin/payment?payment=${new URL(adminPage.url()).searchParams.get('orderId')}`);
  const size = adminPage.getByRole('complementary', { name: 'Payment' }).getByText('12 × 18 in', { exact: true });
  await expect.poll(async () => (await size.boundingBox())?.width ?? 0).toBeGreaterThan(60);
});

test('adds, changes and deletes poster prices and explains missing or used values', async () => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Poster Price' }).click();
  await adminPage.getByRole('button', { name: 'Save' }).click();
  for (const field of ['Name', 'Orientation', 'Size', 'Paper Stock', 'Price', 'Lamination'])
    await expect(adminPage.getByText(`${field} should not be empty.`)).toBeVisible();
  await inspect(adminPage, 'poster prices');
  await adminPage.getByRole('button', { name: 'Edit Portrait, 12 × 18 in, Satin, None' }).click();
  await adminPage.getByLabel('Price in dollars').fill('21.50');
  await adminPage.getByRole('button', { name: 'Update' }).click();
  await expect(row('Portrait, 12 × 18 in, Satin, None')).toContainText('$21.50');
  await adminPage.getByRole('button', { name: 'Delete Portrait, 12 × 18 in, Satin, None' }).click();
  await inspect(adminPage, 'delete a poster price');
  await adminPage.getByRole('button', { name: 'Delete price', exact: true }).click();
  await expect(adminPage.getByRole('button', { name: 'Edit Portrait, 12 × 18 in, Satin, None' })).toHaveCount(0);

  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Poster', exact: true }).click();
  await expect(adminPage.getByRole('heading', { name: 'Poster', exact: true })).toBeVisible();
  await adminPage.getByRole('button', { name: 'Save' }).click();
  await expect(adminPage.getByText('Type should not be empty.')).toBeVisible();
  await expect(adminPage.getByText('Name should not be empty.')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Delete Satin' }).click();
  await adminPage.getByRole('button', { name: 'Delete property', exact: true }).click();
  await expect(adminPage.getByText('You can’t delete this because it’s in use.')).toBeVisible();
  await adminPage.getByLabel('Type').selectOption({ label: 'Shipping US' });
  await adminPage.getByLabel('Name').fill('Express');
  await adminPage.getByLabel('Shipping charge in dollars').fill('19.95');
  await inspect(adminPage, 'poster properties');
  await adminPage.getByRole('button', { name: 'Save' }).click();
  await expect(row('Express')).toContainText('$19.95');
});

test('statuses have a name, a color and the events of their type', async () => {
  await adminPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Order Status' }).click();
  await adminPage.getByRole('button', { name: 'Save' }).click();
  for (const field of ['Name', 'Color', 'Event', 'Type']) await expect(adminPage.getByText(`${field} should not be empty.`)).toBeVisible();
  await adminPage.getByLabel('Name').fill('Laminated');
  await adminPage.getByLabel('Color', { exact: true }).fill('#1d8a5b');
  await adminPage.getByLabel('Type').selectOption({ label: 'Payment' });
  await expect(adminPage.getByLabel('Event').locator('option')).toHaveText([
    'Choose an event',
    'paymentpending',
    'paymentsuccess',
    'paymentfailed',
  ]);
  await adminPage.getByLabel('Type').selectOption({ label: 'Order' });
  await adminPage.getByLabel('Event').selectOption('ordercreated');
  await inspect(adminPage, 'statuses');
  await adminPage.getByRole('button', { name: 'Save' }).click();
  await expect(row('Laminated')).toContainText('#1d8a5b');
  await adminPage.getByRole('button', { name: 'Delete Shipped' }).click();
  await adminPage.getByRole('button', { name: 'Delete status', exact: true }).click();
  await expect(adminPage.getByText('You can’t delete this because it’s in use.')).toBeVisible();
});
