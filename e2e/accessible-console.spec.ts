/** Pages and forms of the console that no other journey opens, in both themes, on a phone and on a desktop. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Item, Order, Quote, User } from '@vitrine/contract';
import { aVideoRow } from '../apps/server/src/modules/processing/access-cases.ts';
import { aPng } from '../apps/server/src/testing/media-files.ts';
import { inspectAll } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

let product: Product;
let page: Page;
test.beforeAll(({ shared }) => {
  product = shared;
});
test.beforeEach(() => test.setTimeout(180_000));
test.afterEach(() => page?.context().close());

async function openAsStaff(browser: Browser, name: string, change: Partial<Pick<User, 'role' | 'platform'>>): Promise<ApiPerson> {
  const person = await ApiPerson.create(product, `${name}@accessible-console.example`, 'Bo Berg');
  await withProductDatabase(product, (db) => db.updateTable('users').set(change).where('id', '=', person.userId).execute());
  page = await createSignedInPage(browser, person, { reducedMotion: 'reduce' });
  return person;
}

/** Opens a page of the console. Addresses that end with `#errors` are of a form, which is saved empty. */
async function open(address: string): Promise<void> {
  const [path, errors] = address.split('#');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInApp(page, `${product.origin}/admin/${path}`);
  // An open dialog hides the heading from assistive technology.
  await expect(page.locator(path?.includes('dialog=') ? '[role=dialog], [role=alertdialog]' : 'h1').first()).toBeVisible();
  if (errors) await page.getByRole('button', { name: 'Save' }).click();
}

test('the pages of an administrator are accessible', async ({ browser }) => {
  const boss = await openAsStaff(browser, 'boss', { role: 'admin' });
  const petra = await ApiPerson.create(product, 'petra@accessible-console.example', 'Petra Lind');
  const device = await petra.device('Lind lobby', (await petra.screen()).deviceId);
  const { combination, planId, videoId } = await withProductDatabase(product, async (db) => ({
    combination: await db.selectFrom('poster_combinations').select('id').executeTakeFirstOrThrow(),
    planId: (await db.selectFrom('plans').select('id').where('name', '=', 'Single User').executeTakeFirstOrThrow()).id,
    videoId: (await aVideoRow(db, boss.userId, { status: 2, name: 'Slow film' })).mediaId,
  }));
  await inspectAll(
    page,
    {
      'poster prices': 'poster/combination#errors',
      'delete a poster price': `poster/combination?dialog=delete&target=${combination.id}`,
      'poster properties': 'poster#errors',
      statuses: 'orderstatus#errors',
      plans: 'subscription',
      'edit a plan': `subscriptionPlanChange?planId=${planId}`,
      'no payments': 'payment?string=nobody-has-this-name',
      'change a role': `AllUsers?dialog=role&target=${petra.userId}`,
      'all devices, none found': 'devices?string=nothing-has-this-name',
      'confirmation of a command': `devices?dialog=poweroff&target=${device._id}`,
      'the FAQ categories': 'faq?dialog=catagories',
      'the video stack': 'videoQueue?videos=stack',
      'skip a video': `videoQueue?videos=stack&dialog=skip&target=${videoId}`,
    },
    open,
  );
});

test('the products and orders of the partner are accessible', async ({ browser }) => {
  const admin = await openAsStaff(browser, 'partner', { role: 'admin', platform: 'WV' });
  await inspectAll(page, { 'empty product list': 'productList', 'product form with errors': 'productList#errors' }, open);
  const { key } = await admin.upload('product.png', await aPng());
  const frame = await admin.request<Item>('POST', '/items', { name: 'Oak frame', price: 10, weight: 400, picture: { key } });
  const buyer = await ApiPerson.create(product, 'buyer@accessible-console.example', 'Wanda Reis');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ platform: 'WV' }).where('id', '=', buyer.userId).execute());
  const basket = { items: [{ itemId: frame._id, quantity: 1 }], shippingCountry: 'US' };
  const { total } = await buyer.request<Quote>('POST', '/items/quote', basket);
  const order = await buyer.request<Order>('POST', '/orders', {
    ...basket,
    orderType: 'item',
    amount: total / 100,
    address: { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' },
  });
  // The open page has the empty list.
  await page.goto(`${product.origin}/admin/productList`);
  await inspectAll(
    page,
    {
      'delete a product': `productList?dialog=delete&target=${frame._id}`,
      'orders of the partner': 'orderItems?tab=item',
      'order of an item': `orderItems/orderItemDetails?orderId=${order._id}`,
    },
    open,
  );
  await inspectAll(page, { 'product list with a form': 'productList' }, async (address) => {
    await open(address);
    await page.getByRole('button', { name: 'Edit Oak frame' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
  });
});
