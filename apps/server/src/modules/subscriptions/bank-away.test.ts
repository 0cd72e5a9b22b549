import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BankUnavailableError, type Cards } from '../../platform/cards/cards.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import {
  aSubscription,
  buy,
  findPayments,
  findPriceOfPlan,
  findSubscription,
  getChargedCents,
  requestExtraScreens,
  sellExtraScreens,
} from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { paymentsModule } from '../payments/index.ts';

let test: TestApp;
let cards: { -readonly [Verb in keyof Cards]: Cards[Verb] };
let whole: Cards;
beforeAll(async () => {
  test = await openTestApp();
  await sellExtraScreens(test);
  cards = test.modules.getApi(paymentsModule).cards;
  whole = { ...cards };
});
afterEach(() => void Object.assign(cards, whole));
afterAll(() => test.close());

const away = () => Promise.reject(new BankUnavailableError('no connection'));

const charged = (person: TestPerson) => getChargedCents(test, person);

/** Bank calls of a purchase, in order. */
const ASKED = [
  'createCustomer',
  'attachPaymentMethod',
  'createSubscription',
  'readSubscription',
  'readInvoice',
  'readPaymentIntent',
  'confirmPaymentIntent',
  'listInvoices',
  'readCard',
] as const satisfies (keyof Cards)[];

describe('the bank without a response', () => {
  it.each(ASKED)('to %s leads to no second charge, and repeating the request completes the purchase', async (verb) => {
    const ana = await aPerson(test);
    const key = randomUUID();
    cards[verb] = away as never;
    const first = await buy(ana, { key });
    expect(first.json()).toMatchObject({ code: 'BANK_AWAY' });
    expect(first.statusCode).toBe(503);
    Object.assign(cards, whole);
    const { subscription } = await aSubscription(ana, { key });
    expect(subscription.state).toBe('active');
    expect(await charged(ana)).toBe(29_900);
    expect(await findPayments(ana)).toHaveLength(1);
  });

  it.each(ASKED)('after it performed %s leads to no second charge, and repeating the request completes the purchase', async (verb) => {
    const ana = await aPerson(test);
    const key = randomUUID();
    const really = whole[verb] as (...input: unknown[]) => Promise<unknown>;
    cards[verb] = (async (...input: unknown[]) => {
      await really.apply(whole, input);
      throw new BankUnavailableError('the answer was lost');
    }) as never;
    expect((await buy(ana, { key })).json()).toMatchObject({ code: 'BANK_AWAY' });
    Object.assign(cards, whole);
    const { subscription } = await aSubscription(ana, { key });
    expect(subscription.state).toBe('active');
    expect(await charged(ana)).toBe(29_900);
    expect(await findPayments(ana)).toMatchObject([{ status: 'success' }]);
  });

  it('and a payer who does not return still lead to a recorded payment', async () => {
    const ana = await aPerson(test);
    cards.confirmPaymentIntent = async (...input) => {
      await whole.confirmPaymentIntent(...input);
      throw new BankUnavailableError('the answer was lost');
    };
    await buy(ana);
    Object.assign(cards, whole);
    await test.db.deleteFrom('test_bank_events').execute();
    expect(await findPayments(ana)).toMatchObject([]);
    test.clock.offsetMs += 3 * 60_000;
    await test.runWorkerTasks('subscriptions.reconcile');
    await test.runJobs();
    expect(await findPayments(ana)).toMatchObject([{ status: 'success' }]);
    expect((await ana.call('GET', `/subscriptions/${ana.user._id}`)).json()).toMatchObject({ result: { planName: 'Single User' } });
  });

  it('during a plan change keeps the old plan until the result is known, and the change is paid once', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const { priceId } = await findPriceOfPlan(ana, 'Enterprise Plan');
    const idempotencyKey = randomUUID();
    const change = () => ana.call('PUT', `/stripes/subscription/${id}`, { items: [{ price: priceId }], idempotencyKey });
    cards.changePrice = async (...input) => {
      await whole.changePrice(...input);
      throw new BankUnavailableError('the answer was lost');
    };
    expect((await change()).json()).toMatchObject({ code: 'BANK_AWAY' });
    Object.assign(cards, whole);
    expect((await change()).statusCode).toBe(200);
    expect(await findSubscription(ana, id)).toMatchObject({ plan: { nickname: 'Enterprise Plan' } });
    expect(await findPayments(ana)).toHaveLength(2);
  });

  it('during a purchase of extra screens adds none until the result is known, and the purchase is paid once', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    const request = () => requestExtraScreens(ana, id, { quantity: 3, idempotencyKey });
    const idempotencyKey = randomUUID();
    cards.changePrice = async (...input) => {
      await whole.changePrice(...input);
      throw new BankUnavailableError('the answer was lost');
    };
    expect((await request()).json()).toMatchObject({ code: 'BANK_AWAY' });
    Object.assign(cards, whole);
    expect((await request()).statusCode).toBe(200);
    expect(await findSubscription(ana, id)).toMatchObject({ extraScreens: { quantity: 3 } });
    expect(await findPayments(ana)).toHaveLength(2);
  });

  it('while extra screens are removed limits the devices at once, and returns them when the bank still bills them', async () => {
    const ana = await aPerson(test);
    const { id } = (await aSubscription(ana)).subscription;
    expect((await requestExtraScreens(ana, id, { quantity: 4 })).statusCode).toBe(200);
    const allowed = async () => (await ana.call('GET', `/devices/users/${ana.user._id}`)).json().result.limit.allowed;
    cards.changePrice = away;
    expect((await requestExtraScreens(ana, id, { quantity: 1 })).json()).toMatchObject({ code: 'BANK_AWAY' });
    Object.assign(cards, whole);
    expect(await allowed()).toBe(6);
    test.clock.offsetMs += 3 * 60_000;
    await test.runWorkerTasks('subscriptions.reconcile');
    await test.runJobs();
    expect(await allowed()).toBe(9);
    expect((await requestExtraScreens(ana, id, { quantity: 1 })).statusCode).toBe(200);
    expect(await allowed()).toBe(6);
  });
});
