import { randomUUID } from 'node:crypto';
import type { Subscribed } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription, buy, findPayments, findPriceOfPlan, findSubscription, getChargedCents } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from '../payments/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const ordersOf = ({ user }: TestPerson) =>
  test.db.selectFrom('orders').select(['number', 'total_cents', 'payment_event', 'type']).where('user_id', '=', user._id).execute();

const mailsTo = async ({ email }: TestPerson): Promise<string[]> => {
  await test.runJobs();
  return test.printed
    .filter((line) => line.startsWith(`Email to ${email}:`))
    .map((line) => line.split('\n')[0]?.replace(/^.*?: /, '') ?? '');
};

const charged = (person: TestPerson) => getChargedCents(test, person);

describe('subscribing', () => {
  it('charges the card once, grants the plan, and creates an order, a receipt and a line under Transactions', async () => {
    const ana = await aPerson(test);
    const { subscription, orderId, payment } = await aSubscription(ana);
    expect(payment).toEqual({ status: 'succeeded', paymentIntentId: null, clientSecret: null });
    expect(subscription).toMatchObject({
      status: 'active',
      state: 'active',
      plan: { nickname: 'Single User', interval: 'month', amount: 29_900 },
      card: { brand: 'visa', last4: '4242' },
      openPayment: null,
      abilities: { cancel: true, resume: false, change: true, changeCard: true },
    });
    expect(await findSubscription(ana, subscription.id)).toEqual(subscription);
    expect(await charged(ana)).toBe(29_900);
    expect(await findPayments(ana)).toMatchObject([
      { _id: orderId, description: 'Single User, monthly', amount: 29_900, status: 'success', card: { brand: 'visa', last4: '4242' } },
    ]);
    const receipt = await ana.call('GET', `/stripes/payments/${ana.user._id}/${orderId}`);
    expect(receipt.json()).toMatchObject({ result: { total: 29_900, credit: 0, payer: { email: ana.email }, bank: 'testBank' } });
    expect(await mailsTo(ana)).toEqual([expect.stringMatching(/^Your receipt for order V\d+-\d$/)]);
    const summary = (await ana.call('GET', `/subscriptions/${ana.user._id}`)).json();
    expect(summary).toMatchObject({
      result: { planName: 'Single User', isTrial: false, devices: { allowed: 5 }, subscriptionId: subscription.id },
    });
  });

  it('with a declined card charges nothing, returns the bank’s message, and continues with another card', async () => {
    const ana = await aPerson(test);
    const declined = await buy(ana, { card: 'pm_card_chargeDeclinedInsufficientFunds' });
    expect(declined.statusCode).toBe(402);
    expect(declined.json()).toMatchObject({ code: 'CARD_REFUSED', message: 'Your card has insufficient funds.' });
    expect(await charged(ana)).toBe(0);
    expect(await findPayments(ana)).toMatchObject([{ status: 'failed' }]);
    await aSubscription(ana);
    expect(await charged(ana)).toBe(29_900);
    expect(await ordersOf(ana)).toMatchObject([{ payment_event: 'paymentsuccess' }]);
  });

  it('pays once for ten concurrent requests from one page or from many tabs', async () => {
    const ana = await aPerson(test);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => buy(ana, { key: at < 5 ? key : randomUUID() })));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await charged(ana)).toBe(29_900);
    expect(await ordersOf(ana)).toHaveLength(1);
  });

  it('again with the same key returns the result; another key is refused', async () => {
    const ana = await aPerson(test);
    const key = randomUUID();
    const first = await aSubscription(ana, { key });
    expect(await aSubscription(ana, { key })).toEqual(first);
    expect((await buy(ana)).json()).toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    expect(await charged(ana)).toBe(29_900);
  });

  it('waits for the payer’s confirmation if the bank requires it', async () => {
    const ana = await aPerson(test);
    const { subscription, orderId, payment } = await aSubscription(ana, { card: 'pm_card_authenticationRequired' });
    expect(payment.status).toBe('requires_action');
    expect(subscription).toMatchObject({ state: 'incomplete', openPayment: { orderId, needsConfirmation: true, amount: 29_900 } });
    const report = () =>
      ana.call('POST', '/stripes/payment', { paymentType: 'paymentsuccess', paymentIntentId: payment.paymentIntentId, orderId });
    // The bank has not been paid, regardless of what the browser reports.
    expect((await report()).json()).toMatchObject({ result: { paymentEvent: 'paymentpending' } });
    expect(await charged(ana)).toBe(0);
    const confirmed = await test.app.inject({
      method: 'POST',
      url: `/api/test-bank/v1/payment_intents/${payment.paymentIntentId}/authenticate`,
      payload: { client_secret: payment.clientSecret, is_confirmed: true },
    });
    expect(confirmed.statusCode).toBe(200);
    expect((await report()).json()).toMatchObject({
      result: { orderId, orderType: 'subscription', paymentEvent: 'paymentsuccess', intentStatus: 'succeeded' },
    });
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active', openPayment: null });
    expect(await mailsTo(ana)).toHaveLength(1);
  });

  it('replaces an unpaid purchase by another plan', async () => {
    const ana = await aPerson(test);
    await buy(ana, { card: 'pm_card_chargeDeclined' });
    const { subscription } = await aSubscription(ana, { planName: 'Family Plan', interval: 'year' });
    expect(subscription.plan).toEqual({ nickname: 'Family Plan', interval: 'year', amount: 999_000 });
    expect(await charged(ana)).toBe(999_000);
  });

  it('to another plan is refused while the first is being paid, and removes nothing', async () => {
    const ana = await aPerson(test);
    const { cards } = test.modules.getApi(paymentsModule);
    const { confirmPaymentIntent } = cards;
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const mutable = cards as { confirmPaymentIntent: typeof confirmPaymentIntent };
    mutable.confirmPaymentIntent = async (...input) => {
      requested.resolve();
      await answered.promise;
      return confirmPaymentIntent(...input);
    };
    const first = buy(ana);
    await requested.promise;
    const second = buy(ana, { planName: 'Family Plan' });
    answered.resolve();
    const [paid, refused] = await Promise.all([first, second]);
    mutable.confirmPaymentIntent = confirmPaymentIntent;
    expect(paid.json()).toMatchObject({ result: { subscription: { state: 'active' } } });
    expect(refused.json()).toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    expect(await charged(ana)).toBe(29_900);
    expect((await ana.call('GET', `/subscriptions/${ana.user._id}`)).json()).toMatchObject({ result: { planName: 'Single User' } });
  });

  it('refunds a purchase that was paid at the moment it was replaced', async () => {
    const ana = await aPerson(test);
    const { payment } = await aSubscription(ana, { card: 'pm_card_authenticationRequired' });
    const { cards } = test.modules.getApi(paymentsModule);
    const { endSubscription } = cards;
    const mutable = cards as { endSubscription: typeof endSubscription };
    mutable.endSubscription = async (id) => {
      const payload = { client_secret: payment.clientSecret, is_confirmed: true };
      await test.app.inject({ method: 'POST', url: `/api/test-bank/v1/payment_intents/${payment.paymentIntentId}/authenticate`, payload });
      return endSubscription(id);
    };
    const { subscription } = await aSubscription(ana, { planName: 'Family Plan' });
    mutable.endSubscription = endSubscription;
    expect(subscription.plan.nickname).toBe('Family Plan');
    expect(await charged(ana)).toBe(99_900);
    await test.runJobs();
    expect((await findPayments(ana)).map(({ status }) => status)).toEqual(['success', 'refunded']);
  });

  it('is completed by the bank’s events when the browser does not return', async () => {
    const ana = await aPerson(test);
    const { subscription, payment } = await aSubscription(ana, { card: 'pm_card_authenticationRequired' });
    await test.app.inject({
      method: 'POST',
      url: `/api/test-bank/v1/payment_intents/${payment.paymentIntentId}/authenticate`,
      payload: { client_secret: payment.clientSecret, is_confirmed: true },
    });
    await test.runJobs();
    expect(await findSubscription(ana, subscription.id)).toMatchObject({ state: 'active' });
  });
});

describe('plan details sent by a client', () => {
  it('are compared: wrong plans, prices, amounts and numbers are refused', async () => {
    const ana = await aPerson(test);
    const { plan, priceId } = await findPriceOfPlan(ana, 'Single User');
    const other = await findPriceOfPlan(ana, 'Family Plan');
    const post = async (body: object) =>
      (await ana.call('POST', '/stripes/subscription', { paymentMethodId: 'pm_card_visa', priceId, ...body })).json<{ code: string }>()
        .code;
    const item = (metadata: object) => ({ items: [{ price: priceId, metadata }] });
    expect(await post({ planId: other.plan._id })).toBe('PLAN_CHANGED');
    expect(await post({ items: [{ price: other.priceId }] })).toBe('PLAN_CHANGED');
    expect(await post(item({ devices: '500' }))).toBe('PLAN_CHANGED');
    expect(await post(item({ storage: 1e15 }))).toBe('PLAN_CHANGED');
    expect(await post(item({ user: 7 }))).toBe('PLAN_CHANGED');
    expect(await post(item({ platform: 'WV' }))).toBe('PLAN_CHANGED');
    expect(await post({ amount: 1 })).toBe('AMOUNT_DIFFERS');
    expect(await post({ items: [{ price: priceId, quantity: 2 }] })).toBe('INVALID');
    expect(await post({ priceId: randomUUID() })).toBe('PLAN_UNKNOWN');
    const free = await test.db.selectFrom('plan_prices').select('id').where('amount_cents', '=', 0).executeTakeFirstOrThrow();
    expect(await post({ priceId: free.id })).toBe('PLAN_UNKNOWN');
    const whole = { planId: plan._id, amount: 29_900, role: 'user', userId: ana.user._id };
    const metadata = { devices: '5', storage: '15000000000', user: '1', orderType: 'single', platform: 'PP' };
    const { result } = (
      await ana.call('POST', '/stripes/subscription', { paymentMethodId: 'pm_card_visa', priceId, ...whole, ...item(metadata) })
    ).json<{ result: Subscribed }>();
    expect(result.subscription.state).toBe('active');
  });

  it('apply to the caller only, who sees only their own subscriptions', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const { priceId } = await findPriceOfPlan(ana, 'Single User');
    const forBen = { priceId, paymentMethodId: 'pm_card_visa', userId: ben.user._id };
    expect((await ana.call('POST', '/stripes/subscription', forBen)).statusCode).toBe(404);
    const { subscription, orderId } = await aSubscription(ana);
    expect((await ben.call('GET', `/stripes/subscriptions/${subscription.id}`)).statusCode).toBe(404);
    expect((await ben.call('DELETE', `/stripes/subscription/${subscription.id}`)).statusCode).toBe(404);
    expect((await ben.call('GET', `/stripes/payments/${ana.user._id}/${orderId}`)).statusCode).toBe(404);
    expect((await ben.call('GET', `/stripes/payments/${ben.user._id}/${orderId}`)).statusCode).toBe(404);
  });
});
