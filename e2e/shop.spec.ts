/**
 * The partner's shop: its users buy products at the price shown. Component tests have the products' form (`products.test.tsx`), the cart and its payment when
 * prices change (`checkout.test.tsx`) and the console's orders (`orders.test.tsx`).
 */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Item, Order } from '@vitrine/contract';
import sharp from 'sharp';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

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
  page = await createSignedInPage(browser, person);
  return person;
}

/** Other files of this worker may have left products in the partner's shop. */
async function emptyShop(admin: ApiPerson): Promise<void> {
  const itemIds = (await admin.request<Item[]>('GET', '/items')).map(({ _id }) => _id);
  if (itemIds.length > 0) await admin.request('DELETE', '/items', { itemIds });
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

test('a partner’s user buys two products and is charged the shown price once', async ({ browser }) => {
  const admin = await partner('stock', 'admin');
  await emptyShop(admin);
  const wanda = await openAs(browser, 'buyer');
  await open('/main/shop');
  await expect(heading('No products yet')).toBeVisible();
  await inspect(page, 'empty shop');
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
  await openInApp(page, `${product.origin}/main/shop/basket`);
  await expect(heading('Your cart is empty')).toBeVisible();
  await inspect(page, 'empty basket');
  expect(await listOrders(wanda)).toHaveLength(1);
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
