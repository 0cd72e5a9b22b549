/**
 * Poster orders: address, payment at the test bank, shipping and a refund. Component tests select and crop a poster (`make-poster.test.tsx`) and cover the
 * dialogs and tables of the console (`areas/shop/console`).
 */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

const CARDS = { good: '4242424242424242', declined: '4000000000000002' };
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
  page = await createSignedInPage(browser, ana);
  adminPage = await createSignedInPage(browser, admin);
}

const open = (on: Page, path: string) => openInApp(on, `${product.origin}${path}`);
const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name });
const buy = () => page.getByRole('button', { name: 'BUY', exact: true });

async function typeCard(number: string): Promise<void> {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry').fill('04 / 40');
  await page.getByLabel('CVC').fill('123');
}

const pay = () => page.getByRole('button', { name: /^Pay \$/ });
const listOrders = () => ana.request<{ _id: string; orderId: string }[]>('GET', `/orders/users/${ana.userId}`);
const listCharges = async () =>
  (await ana.request<{ amount: number; status: string }[]>('GET', `/stripes/payments/${ana.userId}`))
    .filter(({ status }) => status === 'success')
    .map(({ amount }) => amount);

test('charges an order once despite a declined card, a double click and a reload', async () => {
  await open(page, `/main/media/makeposter?mediaId=${photo._id}&albumId=${photo.albumId}`);
  await expect(buy()).toBeDisabled();
  await inspect(page, 'poster, nothing chosen');
  for (const [label, choice] of OPTIONS) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await expect(page.getByText('$59.95')).toBeVisible();
  await test.step('the print area has the ratio of the paper', async () => {
    const box = await page.getByRole('button', { name: 'Print area of harbour' }).boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(12 / 18, 2);
    await inspect(page, 'poster, cropped');
    await page.getByText('Wall').click();
    await inspect(page, 'poster on the wall');
  });
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
  await openInApp(page, payment);
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

test('an administrator ships and refunds an order, and its buyer sees the changes', async () => {
  await open(adminPage, '/admin/orderItems?tab=poster');
  await inspect(adminPage, 'all orders');
  const [paid] = await listOrders();
  await adminPage.getByRole('searchbox', { name: 'Search' }).fill('ana@posters');
  await expect(adminPage).toHaveURL(/string=ana/);
  const csv = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download CSV' }).click();
  expect((await readFile(await (await csv).path(), 'utf8')).trim().split('\n')).toHaveLength(2);
  await adminPage.getByRole('link', { name: paid?.orderId }).click();
  await expect(adminPage).toHaveURL(/orderItems\/orderDetails/);
  await expect(adminPage.getByRole('region', { name: 'Address' })).toContainText('12 Long Lane');
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
  await product.mailTo(ana.email, '1Z999AA10123456784');

  await adminPage.getByRole('button', { name: 'Refund' }).click();
  await adminPage.getByLabel('Amount in dollars').fill('9,95');
  await adminPage.getByLabel('Reason').fill('Shipped late');
  await inspect(adminPage, 'refund');
  await adminPage.getByRole('button', { name: 'Refund $9.95' }).dblclick();
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  await expect(adminPage.getByText('-$9.95')).toBeVisible();

  // The open page has the orders as they were.
  await page.goto(`${product.origin}/main/profile/orders`);
  await expect(page.getByText('Partially refunded', { exact: true })).toBeVisible();
  await inspect(page, 'my orders');
  await page.getByRole('link', { name: /^Poster / }).click();
  await expect(page.getByText('1Z999AA10123456784')).toBeVisible();
  await inspect(page, 'my order');
  await page.getByRole('link', { name: 'Open receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  // The panel next to the list is too narrow for the values to be next to the picture.
  await open(adminPage, `/admin/payment?payment=${new URL(adminPage.url()).searchParams.get('orderId')}`);
  const size = adminPage.getByRole('complementary', { name: 'Payment' }).getByText('12 × 18 in', { exact: true });
  await expect.poll(async () => (await size.boundingBox())?.width ?? 0).toBeGreaterThan(60);
});
