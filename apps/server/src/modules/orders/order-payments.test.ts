import type { Payment, ReportedPayment } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription, findPayments } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from '../payments/index.ts';
import { ordersModule } from './index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const cards = () => test.modules.getApi(paymentsModule).cards;

/** Places an order for a poster of $48.95, without the posters module. */
const anOrder = ({ user }: TestPerson): Promise<string> =>
  test.db.transaction().execute((tx) =>
    test.modules.getApi(ordersModule).placeOrder(tx, {
      type: 'poster',
      userId: user._id,
      description: 'Poster 12 × 18 in',
      lines: [{ name: 'Poster 12 × 18 in', quantity: 2, amount: 3900 }],
      shipping: 995,
      bank: cards().name,
    }),
  );

interface Intent {
  id: string;
  client_secret_key: string;
}

const intentFor = async (person: TestPerson, body: object) =>
  (await person.call('POST', '/stripes/payment/intent', body)).json<{ code?: string; result: Intent }>();

const readNumber = async (person: TestPerson, id: string): Promise<{ orderId: string }> => {
  const [order] = (await person.call('GET', `/orders/${id}`)).json<{ result: { orderId: string }[] }>().result;
  if (!order) throw new Error('The order does not exist');
  return order;
};

const confirm = ({ id, client_secret_key }: Intent, card = 'pm_card_visa') =>
  test.app.inject({
    method: 'POST',
    url: `/api/test-bank/v1/payment_intents/${id}/confirm`,
    payload: { client_secret: client_secret_key, payment_method: card },
  });

const report = async (person: TestPerson, body: object) =>
  (await person.call('POST', '/stripes/payment', body)).json<{ code?: string; result: ReportedPayment }>();

const mailsTo = async ({ email }: TestPerson, start: string): Promise<number> => {
  await test.runJobs();
  return test.printed.filter((line) => line.startsWith(`Email to ${email}: ${start}`)).length;
};

describe('an order with its own payment', () => {
  it('has one payment when several pages request one', async () => {
    const ana = await aPerson(test);
    const orderId = await anOrder(ana);
    const answers = await Promise.all(Array.from({ length: 8 }, () => intentFor(ana, { amount: 4895, orderId })));
    const [first] = answers;
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1);
    const { orderId: number } = await readNumber(ana, orderId);
    // The order's number is accepted as well.
    expect((await intentFor(ana, { amount: 4895, orderId: number.toLowerCase() })).result.id).toBe(first?.result.id);
    // Without an order id, the newest order of this amount is used.
    expect((await intentFor(ana, { amount: 4895 })).result).toEqual(first?.result);
  });

  it('is paid only when the bank reports it, regardless of what the browser reports', async () => {
    const ana = await aPerson(test);
    const orderId = await anOrder(ana);
    const { result: intent } = await intentFor(ana, { amount: 4895, orderId });
    const paid = { paymentType: 'paymentsuccess', paymentIntentId: intent.id, orderId };
    expect((await report(ana, paid)).result).toMatchObject({ paymentEvent: 'paymentpending', intentStatus: 'requires_payment_method' });
    expect((await confirm(intent, 'pm_card_chargeDeclined')).json()).toMatchObject({
      result: { last_payment_error: { code: 'card_declined' } },
    });
    expect((await report(ana, paid)).result).toMatchObject({ paymentEvent: 'paymentfailed' });
    expect((await confirm(intent)).statusCode).toBe(200);
    // A reported failure does not undo a payment either.
    expect((await report(ana, { ...paid, paymentType: 'paymentfailed' })).result).toEqual({
      orderId,
      orderType: 'poster',
      paymentEvent: 'paymentsuccess',
      intentStatus: 'succeeded',
    });
    expect(await findPayments(ana)).toMatchObject([{ amount: 4895, status: 'success', card: { last4: '4242' } }]);
    expect(await mailsTo(ana, 'Your receipt')).toBe(1);
    expect((await intentFor(ana, { amount: 4895, orderId })).code).toBe('PAYMENT_NOT_OPEN');
  });

  it('is settled once by an event when the browser did not return, or concurrently with the confirmation page', async () => {
    const ana = await aPerson(test);
    const orderId = await anOrder(ana);
    const { result: intent } = await intentFor(ana, { amount: 4895, orderId });
    await confirm(intent);
    const reports = Array.from({ length: 20 }, () => report(ana, { paymentType: 'paymentsuccess', paymentIntentId: intent.id }));
    await Promise.all([...reports, test.runJobs(), test.runWorkerTasks('orders.reconcile')]);
    expect(await findPayments(ana)).toMatchObject([{ status: 'success' }]);
    expect(await mailsTo(ana, 'Your receipt')).toBe(1);
  });

  it('is found by the reconciliation job when neither the browser nor an event reported it', async () => {
    const ana = await aPerson(test);
    const orderId = await anOrder(ana);
    await confirm((await intentFor(ana, { amount: 4895, orderId })).result);
    await test.db.deleteFrom('test_bank_events').execute();
    test.clock.offsetMs += 3 * 60_000;
    await test.runWorkerTasks('orders.reconcile');
    expect(await findPayments(ana)).toMatchObject([{ status: 'success' }]);
  });

  it('has a fixed price and belongs to its buyer', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const orderId = await anOrder(ana);
    expect((await intentFor(ana, { amount: 1, orderId })).code).toBe('AMOUNT_DIFFERS');
    expect((await intentFor(ana, { amount: 1 })).code).toBe('NOT_FOUND');
    expect((await intentFor(ben, { amount: 4895, orderId })).code).toBe('NOT_FOUND');
    expect((await intentFor(ben, { amount: 4895 })).code).toBe('NOT_FOUND');
    const { result: intent } = await intentFor(ana, { amount: 4895, orderId });
    const benOrderId = await anOrder(ben);
    const paid = { paymentType: 'paymentsuccess', paymentIntentId: intent.id };
    expect((await report(ben, paid)).code).toBe('NOT_FOUND');
    expect((await report(ana, { ...paid, orderId: benOrderId })).code).toBe('NOT_FOUND');
    const { orderId: planOrderId } = await aSubscription(ana);
    expect((await intentFor(ana, { amount: 29_900, orderId: planOrderId })).code).toBe('NOT_FOUND');
  });

  it('is refunded partly and fully as the bank reports, with one email each', async () => {
    const ana = await aPerson(test);
    const orderId = await anOrder(ana);
    const { result: intent } = await intentFor(ana, { amount: 4895, orderId });
    await confirm(intent);
    await report(ana, { paymentType: 'paymentsuccess', paymentIntentId: intent.id });
    await cards().refund({ paymentIntentId: intent.id, amount: 895 }, 'refund-1');
    expect(await mailsTo(ana, 'Your refund')).toBe(1);
    expect(await findPayments(ana)).toMatchObject([{ status: 'partlyRefunded', refundedAmount: 895 }]);
    await cards().refund({ paymentIntentId: intent.id, amount: 4000 }, 'refund-2');
    expect(await mailsTo(ana, 'Your refund')).toBe(2);
    expect(await findPayments(ana)).toMatchObject([{ status: 'refunded', refundedAmount: 4895 }]);
  });
});

describe('transactions', () => {
  it('are listed page by page, newest first, and remain after the account is deleted', async () => {
    const ana = await aPerson(test);
    const ids = [await anOrder(ana), await anOrder(ana), await anOrder(ana)].toReversed();
    const page = async (query: string) =>
      (await ana.call('GET', `/stripes/payments/${ana.user._id}?dataPerPage=2${query}`))
        .json<{ result: Payment[] }>()
        .result.map(({ _id }) => _id);
    expect(await page('')).toEqual(ids.slice(0, 2));
    expect(await page(`&before=${ids[1]}`)).toEqual(ids.slice(2));
    const { subscription } = await aSubscription(ana);
    const { bank_id } = await test.db
      .selectFrom('subscriptions')
      .select('bank_id')
      .where('id', '=', subscription.id)
      .executeTakeFirstOrThrow();
    expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
    await test.runJobs();
    expect((await cards().readSubscription(bank_id ?? '')).status).toBe('canceled');
    const remaining = await test.db
      .selectFrom('orders')
      .select(['user_id', 'payer_email', 'payment_event'])
      .where('payer_email', '=', ana.email)
      .execute();
    expect(remaining).toHaveLength(4);
    expect(remaining.every(({ user_id }) => user_id === null)).toBe(true);
  });
});
