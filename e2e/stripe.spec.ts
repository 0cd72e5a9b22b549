/** Payments with Stripe. Stripe's server and script are fakes; the product is real and configured with keys. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Order } from '@vitrine/contract';
import { completeAuthentication, confirmIntent } from '../apps/server/src/modules/test-bank/paying.rules.ts';
import { CardError } from '../apps/server/src/platform/cards/cards.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { type FakeStripe, startFakeStripe } from '../apps/server/src/testing/fake-stripe.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';
import { STRIPE_SCRIPT, type StripeBank } from './stripe-script.ts';

const POSTER = [
  ['Orientation', 'Portrait'],
  ['Size', '12 × 18 in'],
  ['Paper stock', 'Satin'],
  ['Lamination', 'Gloss film'],
  ['Shipping location', 'US'],
  ['Quantity', '2'],
] as const;

let stripe: FakeStripe;
let product: Product;
let page: Page;
let ana: ApiPerson;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stripe = await startFakeStripe(Math.floor(Date.now() / 1000), 'whsec_fake');
  const keys = { STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_PUBLISHABLE_KEY: 'pk_test_fake', STRIPE_WEBHOOK_SECRET: 'whsec_fake' };
  product = await Product.start({ ...keys, STRIPE_API_URL: stripe.url });
});
test.afterAll(async () => {
  await product?.remove();
  await stripe?.stop();
});
test.afterEach(() => page?.context().close());

/** Returns the error that Stripe's script would receive when the bank refuses. */
function catchMessage<Answer>(act: () => Answer): Answer | { message: string } {
  try {
    return act();
  } catch (error) {
    if (error instanceof CardError) return { message: error.message };
    throw error;
  }
}

const bank: StripeBank = {
  typeCard: (number) => stripe.bank.typeCard({ number, exp_month: 12, exp_year: 40, cvc: '123' }),
  confirm: (intentId, paymentMethodId) =>
    catchMessage(() =>
      stripe.bank.perform(intentId, (book) => {
        const { status } = confirmIntent(book, intentId, stripe.bank.methodFor(book.account.id, paymentMethodId));
        return { status };
      }),
    ),
  authenticate: (intentId, isConfirmed) => {
    const result = catchMessage(() => stripe.bank.perform(intentId, (book) => completeAuthentication(book, intentId, isConfirmed)));
    return 'message' in result ? result.message : null;
  },
};

/** Opens a page as a new user and records all requests to Stripe's site. */
async function openAsNewUser(browser: Browser, name: string): Promise<string[]> {
  ana = await ApiPerson.create(product, `${name}@stripe.example`);
  page = await createSignedInPage(browser, ana);
  const requests: string[] = [];
  await page.route('https://js.stripe.com/**', async (route) => {
    requests.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: STRIPE_SCRIPT });
  });
  await page.exposeFunction('typeCard', bank.typeCard);
  await page.exposeFunction('confirmCard', bank.confirm);
  await page.exposeFunction('authenticate', bank.authenticate);
  return requests;
}

/** Opens the card page of a plan. */
async function openCardPage(browser: Browser, name: string): Promise<{ requested: string[] }> {
  const requested = await openAsNewUser(browser, name);
  await page.goto(`${product.origin}/main/subscription`);
  await page.getByRole('radio', { name: /^Single User / }).check();
  expect(requested).toEqual([]);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(numberField()).toBeVisible();
  return { requested };
}

const numberField = () => page.getByLabel('Stripe cardNumber');
const payNow = () => page.getByRole('button', { name: /^Pay Now/ }).click();
const successful = () => page.getByRole('heading', { name: 'Payment Successful' });
const respondAsStripe = (isConfirmed: boolean) => page.once('dialog', (dialog) => void (isConfirmed ? dialog.accept() : dialog.dismiss()));

// Slow, because a component test pays with the fields of Stripe (`stripe-card-fields.test.tsx`), and the next test with Stripe's script.
test('loads Stripe’s script only on the card page, where cards are declined, confirmed and charged', { tag: '@slow' }, async ({
  browser,
}) => {
  const { requested } = await openCardPage(browser, 'buyer');
  expect(requested).toHaveLength(1);
  await expect(page.getByText('Test mode')).toHaveCount(0);
  await inspect(page, 'card page with the fields of Stripe');
  await payNow();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await page.getByLabel('Stripe cardCvc').fill('abc');
  await expect(page.getByText('Your cardCvc is invalid.')).toBeVisible();
  await page.getByLabel('Stripe cardCvc').fill('123');
  await expect(page.getByText('Your cardCvc is invalid.')).toBeHidden();
  await numberField().fill('4000000000009995');
  await payNow();
  await expect(page.getByRole('alert')).toContainText('insufficient funds');
  await numberField().fill('4000002760003184');
  respondAsStripe(false);
  await payNow();
  await expect(page.getByRole('alert')).toContainText('*');
  await expect(page.getByRole('alert')).not.toContainText('insufficient funds');
  respondAsStripe(true);
  await payNow();
  await expect(successful()).toBeVisible();
  // Only Stripe received the card number, because it was entered into Stripe's field.
  expect(stripe.requests.some((request) => request.includes('/attach'))).toBe(true);
});

test('pays a poster with a card that requires authentication, and refunds it', async ({ browser }) => {
  const requests = await openAsNewUser(browser, 'poster');
  await ana.request('POST', '/address', { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' });
  const album = await ana.album('Walls');
  const [photo] = await ana.attach(album._id, [(await ana.upload('harbour.jpg', await aJpeg({ width: 1800, height: 1200 }))).key]);
  await ana.waitUntilReady(album._id);
  await page.goto(`${product.origin}/main/media/makeposter?mediaId=${photo?._id}&albumId=${album._id}`);
  for (const [label, choice] of POSTER) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await page.getByRole('button', { name: 'BUY', exact: true }).click();
  await page.getByRole('radio', { name: /12 Long Lane/ }).check();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await numberField().fill('4000002760003184');
  respondAsStripe(false);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
  respondAsStripe(true);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(successful()).toBeVisible();
  await expect(page).toHaveURL(/orderconfirm/);
  const [order] = await ana.request<Order[]>('GET', `/orders/users/${ana.userId}`);
  expect(order?.paymentStatusId).toMatchObject([{ event: 'paymentsuccess' }]);
  const boss = await ApiPerson.create(product, 'boss@stripe.example');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', boss.userId).execute());
  await boss.request('POST', `/orders/${order?._id}/refunds`, { requestId: newId(), amount: 995 });
  // The backup job may send the request again with the same idempotency key.
  expect(stripe.requests).toContain('POST /v1/refunds');
  expect(await ana.request<object[]>('GET', `/stripes/payments/${ana.userId}`)).toMatchObject([
    { status: 'partlyRefunded', refundedAmount: 995 },
  ]);
});

test('the test bank is disabled when Stripe is configured', async () => {
  const person = await ApiPerson.create(product, 'curious@stripe.example');
  const card = { number: '4242424242424242', exp_month: 1, exp_year: 2040, cvc: '123' };
  expect((await person.call('POST', '/test-bank/v1/payment_methods', card)).status).toBe(404);
});
