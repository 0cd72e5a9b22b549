/** The partner's shop: an administrator adds products, and the partner's users buy them at the price shown. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Item, Order } from '@vitrine/contract';
import sharp from 'sharp';
import { aHeic } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const ADDRESS = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

let product: Product;
let page: Page;

// Later tests buy the products of earlier ones.
test.describe.configure({ mode: 'serial' });
test.beforeAll(({ shared }) => {
  product = shared;
});
test.afterEach(() => page?.context().close());

const open = (path: string) => page.goto(`${product.origin}${path}`);
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const summaryAmount = (term: string) => page.locator('dl > div').filter({ hasText: term }).locator('dd');
const picture = (colour: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .png()
    .toBuffer();

async function partner(email: string, role = 'user'): Promise<ApiPerson> {
  const person = await ApiPerson.create(product, `${email}@shop.example`, role === 'admin' ? 'Ida Berg' : 'Wanda Reis');
  await withProductDatabase(product, (db) =>
    db.updateTable('users').set({ platform: 'WV', role }).where('id', '=', person.userId).execute(),
  );
  return person;
}

async function openAs(browser: Browser, email: string, role?: string): Promise<ApiPerson> {
  const person = await partner(email, role);
  page = await openSignedInPage(browser, person);
  return person;
}

async function createProduct(admin: ApiPerson, form: object, colour = '#8a6748'): Promise<Item> {
  const { key } = await admin.upload('product.png', await picture(colour));
  return admin.request<Item>('POST', '/items', { weight: 400, picture: { key }, ...form });
}

async function typeCard(number = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry').fill('04 / 40');
  await page.getByLabel('CVC').fill('123');
}

const listOrders = (person: ApiPerson) => person.request<Order[]>('GET', `/orders/users/${person.userId}`);

test('an administrator adds, edits and deletes products', async ({ browser }) => {
  await openAs(browser, 'list', 'admin');
  await page.getByRole('link', { name: 'Product List' }).click();
  await expect(page.getByText('No data available')).toBeVisible();
  await inspect(page, 'empty product list');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  for (const words of ['Name', 'Price', 'Weight']) await expect(page.getByText(`${words} should not be empty.`)).toBeVisible();
  await expect(page.getByText('Picture should be uploaded.')).toBeVisible();
  await inspect(page, 'product form with errors');
  const choose = page.getByLabel('Choose an image');
  await choose.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') });
  await expect(page.getByText('Only image can be uploaded')).toBeVisible();
  await choose.setInputFiles({ name: 'frame.png', mimeType: 'image/png', buffer: await picture('#8a6748') });
  await expect(page.getByRole('img', { name: 'Product picture' })).toBeVisible();
  await page.getByLabel('Name').fill('Oak frame');
  await page.getByLabel('Description').fill('With a mat');
  await page.getByLabel('Price ($)').fill('10');
  await page.getByLabel('Weight (g)').fill('400');
  await page.getByLabel('Length (cm)').fill('2.5');
  await page.getByRole('switch', { name: 'Sales tax' }).click();
  await page.getByLabel('Tax (%)').fill('8.25');
  await expect(page.getByText('$0.83')).toBeVisible();
  await save.click();
  await expect(row('Oak frame')).toContainText('$10.00');
  await expect(page.getByText('Product added.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await page.getByRole('button', { name: 'Edit Oak frame' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Length (cm)')).toHaveValue('2.5');
  await expect(page.getByLabel('Tax (%)')).toHaveValue('8.25');
  await inspect(page, 'product list with a form');
  await page.getByLabel('Price ($)').fill('1,234');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('can mean $1,234.00 or $1.23')).toBeVisible();
  await page.getByLabel('Price ($)').fill('12.5');
  const leaves = [
    () => page.getByRole('link', { name: 'Order Items' }).click(),
    () => page.getByRole('button', { name: 'Edit Oak frame' }).click(),
  ];
  for (const leave of leaves) {
    await leave();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Price ($)')).toHaveValue('12.5');
  }
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(row('Oak frame')).toContainText('$12.50');
  await expect(save).toBeVisible();
  await choose.setInputFiles({ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: await aHeic() });
  await expect(page.getByText('A preview appears after you save the product.')).toBeVisible();
  await page.getByLabel('Name').fill('From a phone');
  await page.getByLabel('Price ($)').fill('5');
  await page.getByLabel('Weight (g)').fill('100');
  await save.click();
  const shown = row('From a phone').locator('img');
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Delete From a phone' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete “From a phone”?' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(row('From a phone')).toBeVisible();
  await page.getByRole('button', { name: 'Delete From a phone' }).click();
  await inspect(page, 'delete a product');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(row('From a phone')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Oak frame' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No data available')).toBeVisible();
});

test('a partner’s user buys two products and is charged the shown price once', async ({ browser }) => {
  const wanda = await openAs(browser, 'buyer');
  await open('/main/shop');
  await expect(heading('No products yet')).toBeVisible();
  await inspect(page, 'empty shop');
  const admin = await partner('stock', 'admin');
  const tax = { isApplicable: true, taxPercentage: 8.25 };
  await createProduct(admin, { name: 'Oak frame', description: 'With a mat', price: 10, length: 2.5, salesTax: tax });
  await createProduct(admin, { name: 'Easel', price: 29.5, weight: 900 }, '#3a4a5a');
  await open('/main');
  await expect(heading('Featured products')).toBeVisible();
  await inspect(page, 'start with featured products');
  await page.getByRole('link', { name: 'Oak frame' }).click();
  await expect(heading('Oak frame')).toBeVisible();
  await inspect(page, 'product');
  await page.getByRole('button', { name: 'Increase quantity of Oak frame' }).click();
  await page.getByLabel('Quantity of Oak frame').getByRole('textbox').fill('3');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('3 in your cart.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to shop' }).click();
  await expect(heading('WV Shop')).toBeVisible();
  await inspect(page, 'shop');
  await page.getByRole('link', { name: 'Easel' }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Cart (4)' }).click();
  await expect(summaryAmount('Total')).toHaveText('$81.93');
  await page.getByRole('radio', { name: 'Alaska/Hawaii' }).check();
  await expect(summaryAmount('Shipping')).toHaveText('$44.95');
  await page.getByRole('radio', { name: 'US', exact: true }).check();
  await expect(summaryAmount('Total')).toHaveText('$81.93');
  await inspect(page, 'basket');
  // The browser stores the basket, which survives a reload.
  await page.reload();
  await expect(summaryAmount('Sales tax')).toHaveText('$2.48');
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await expect(page.getByText('No saved addresses.')).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  for (const [label, text] of Object.entries({
    Street: ADDRESS.street,
    City: ADDRESS.city,
    State: ADDRESS.state,
    'Zip code': ADDRESS.zipcode,
  }))
    await page.getByLabel(label).fill(text);
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Pay Now $81.93' })).toBeVisible();
  await typeCard('4000000000000002');
  await page.getByRole('button', { name: 'Pay Now $81.93' }).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await inspect(page, 'checkout with a declined card');
  await typeCard();
  await page.getByRole('button', { name: 'Pay Now $81.93' }).dblclick();
  await expect(heading('Payment Successful')).toBeVisible();
  await inspect(page, 'confirmation');
  const orders = await listOrders(wanda);
  expect(orders).toMatchObject([{ amount: 81.93, description: '3 × Oak frame, Easel', paymentStatusId: [{ event: 'paymentsuccess' }] }]);
  const [order] = await wanda.request<Order[]>('GET', `/orders/${orders[0]?._id}`);
  expect(order?.items).toMatchObject([
    { name: 'Oak frame', quantity: 3, price: 10, length: 2.5, tax: 248 },
    { name: 'Easel', quantity: 1 },
  ]);
  // A reload does not charge again, and Back does not return to the form.
  await page.reload();
  await expect(heading('Payment Successful')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await open('/main/shop/basket');
  await expect(heading('Your cart is empty')).toBeVisible();
  await inspect(page, 'empty basket');
  expect(await listOrders(wanda)).toHaveLength(1);
});

test('shows a changed price before the payment and does not sell a deleted product', async ({ browser }) => {
  const wanda = await openAs(browser, 'late');
  const admin = await partner('late-admin', 'admin');
  await wanda.request('POST', '/address', ADDRESS);
  const [stand, lamp] = [await createProduct(admin, { name: 'Stand', price: 20 }), await createProduct(admin, { name: 'Lamp', price: 30 })];
  for (const { _id, name } of [stand, lamp]) {
    await open(`/main/shop/product?itemId=${_id}`);
    await expect(heading(name)).toBeVisible();
    await page.getByRole('button', { name: 'Add to cart' }).click();
  }
  await open('/main/shop/checkout');
  await expect(page.getByRole('button', { name: 'Pay Now $59.95' })).toBeVisible();
  await typeCard();
  const { _id, ...form } = stand;
  await admin.request('PUT', `/items/${_id}`, { ...form, price: 25 });
  await page.getByRole('button', { name: 'Pay Now $59.95' }).click();
  await expect(page.getByText('The price has changed. Check the new total, then pay again.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Now $64.95' })).toBeVisible();
  await typeCard();
  // Change the price just before the payment, because the page refreshes the price of the basket.
  await admin.request('DELETE', '/items', { itemIds: [lamp._id] });
  await page.getByRole('button', { name: 'Pay Now $64.95' }).click();
  await expect(page.getByText('A product in your cart is no longer available.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Now $30.95' })).toBeVisible();
  expect(await listOrders(wanda)).toEqual([]);
  await open('/main/shop/basket');
  await expect(page.getByText('No longer available')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Unavailable product' }).click();
  await expect(page.getByText('No longer available')).toHaveCount(0);
  await open(`/main/shop/product?itemId=${lamp._id}`);
  await expect(heading('This product is no longer available')).toBeVisible();
});

test('the partner’s administrator ships and refunds an order, and its buyer sees the changes', async ({ browser }) => {
  const wanda = await partner('refunded');
  const [stand] = await wanda.request<Item[]>('GET', '/items');
  await wanda.request('POST', '/address', ADDRESS);
  page = await openSignedInPage(browser, wanda);
  await open(`/main/shop/product?itemId=${stand?._id}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await open('/main/shop/checkout');
  await typeCard();
  await page.getByRole('button', { name: /^Pay Now \$/ }).click();
  await expect(heading('Payment Successful')).toBeVisible();
  const [order] = await listOrders(wanda);
  const buyer = page;
  await openAs(browser, 'packer', 'admin');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Order Items' }).click();
  await page.getByText('Items', { exact: true }).click();
  await expect(page.getByRole('link', { name: order?.orderId })).toBeVisible();
  await inspect(page, 'orders of the partner');
  await page.getByRole('link', { name: order?.orderId }).click();
  await expect(page).toHaveURL(/orderItems\/orderItemDetails/);
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('12 Long Lane');
  await inspect(page, 'order of an item');
  await page.getByRole('button', { name: 'Order status' }).click();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption({ label: 'Shipped' });
  await page.getByLabel('Tracking number').fill('1Z999AA10123456785');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1Z999AA10123456785', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Reason').fill('The frame was scratched');
  await page.getByRole('button', { name: /^Refund \$/ }).click();
  // The button has no name while the refund is sent.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);

  await buyer.goto(`${product.origin}/main/profile/orders`);
  await expect(buyer.getByText('Refunded', { exact: true })).toBeVisible();
  await buyer
    .getByRole('link', { name: /^Stand|^Easel|^Oak/ })
    .first()
    .click();
  await expect(buyer.getByText('1Z999AA10123456785')).toBeVisible();
  await buyer.context().close();
});

test('a purchase works with the keyboard only', { tag: '@slow' }, async ({ browser }) => {
  const wanda = await openAs(browser, 'keys');
  await wanda.request('POST', '/address', ADDRESS);
  await open('/main/shop');
  const press = async (name: string | RegExp, role: 'link' | 'button') => {
    const target = page.getByRole(role, { name }).first();
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < 60 && !(await target.evaluate((element) => element === document.activeElement)); tabs++)
      await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await press('Easel', 'link');
  await expect(heading('Easel')).toBeVisible();
  await press('Increase quantity of Easel', 'button');
  await press('Add to cart', 'button');
  await expect(page.getByText('2 in your cart.')).toBeVisible();
  await press('Cart (2)', 'link');
  await press('Continue to payment', 'link');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0440');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(heading('Payment Successful')).toBeVisible();
  expect(await listOrders(wanda)).toMatchObject([{ quantity: 2 }]);
});
