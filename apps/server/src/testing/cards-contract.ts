/** Tests for any payment provider: each implementation runs them using only the interface `Cards` and actions of a browser or of time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BankObjectNotFoundError, type BankPaymentIntent, CardError, type Cards, ForgedEventError } from '../platform/cards/cards.ts';

export interface BankUnderTest {
  cards: Cards;
  /** Epoch seconds. */
  now(): Promise<number>;
  /** Moves the clock forward and runs all actions that become due. */
  moveClock(seconds: number): Promise<void>;
  /** Enters a card into the bank's fields and returns the payment method. */
  typeCard(number: string): Promise<string>;
  /** Confirms or declines the payer's 3-D Secure authentication. */
  authenticate(intent: BankPaymentIntent, isConfirmed: boolean): Promise<void>;
  /** Returns all events so far, signed with the current time. */
  events(): Promise<{ body: string; signature: string }[]>;
  close(): Promise<void>;
}

export const DAY_S = 86_400;
/** Noon on the 31st, a day that many months lack. In epoch seconds. */
export const START = Date.parse('2027-01-31T12:00:00Z') / 1000;

let counter = 0;
export const newKey = (): string => `key ${(counter += 1)}`;

export type BankFixture = Awaited<ReturnType<typeof openBankFixture>>;

/** Creates a bank with prices and the actions of a buyer. */
async function openBankFixture(bank: BankUnderTest) {
  const { cards } = bank;
  const price = (id: string, planName: string, interval: 'month' | 'year', amount: number) =>
    cards.ensurePrice({ id, planName, amount, currency: 'usd', interval });
  const extraPrice = (id: string, interval: 'month' | 'year', amount: number) =>
    cards.ensurePrice({ id, kind: 'extraScreen', planName: 'Extra screen', amount, currency: 'usd', interval });
  const prices = {
    small: await price('small-month', 'Small', 'month', 29_900),
    large: await price('large-month', 'Large', 'month', 99_900),
    yearly: await price('small-year', 'Small', 'year', 299_000),
    extra: await extraPrice('extra-month', 'month', 1_999),
    extraYearly: await extraPrice('extra-year', 'year', 19_990),
  };
  const aCustomer = async (card: string | null = 'pm_card_visa') => {
    counter += 1;
    const { id } = await cards.createCustomer({ userId: `user ${counter}`, email: `${counter}@vitrine.test`, name: 'Ana' }, newKey());
    if (card) await cards.attachPaymentMethod(id, card);
    return id;
  };
  const start = async (customerId: string, priceId = prices.small, trialDays = 0) =>
    cards.createSubscription({ customerId, priceId, trialDays, metadata: { userId: 'ana' } }, newKey());
  const latestInvoice = async (id: string) => cards.readInvoice((await cards.readSubscription(id)).latestInvoiceId ?? 'none');
  const latestIntent = async (id: string) => cards.readPaymentIntent((await latestInvoice(id)).paymentIntentId ?? 'none');
  return {
    ...bank,
    prices,
    aCustomer,
    start,
    latestInvoice,
    latestIntent,
    /** Starts a subscription and pays its first invoice. */
    async subscribe(card = 'pm_card_visa', priceId = prices.small) {
      const customerId = await aCustomer(card);
      const { id } = await start(customerId, priceId);
      await cards.confirmPaymentIntent((await latestIntent(id)).id, (await cards.readCard(customerId))?.paymentMethodId ?? '', newKey());
      return { customerId, id };
    },
    status: async (id: string) => (await cards.readSubscription(id)).status,
    moveTo: async (instant: number) => bank.moveClock(instant - (await bank.now())),
  };
}

/** Returns the CardError with which the call must fail. */
export async function getRefusal(call: Promise<unknown>): Promise<CardError> {
  const error: unknown = await call.then(
    () => new Error('The call was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof CardError) return error;
  throw error;
}

/** Runs the contract against a bank. */
export function describeCards(
  name: string,
  open: () => Promise<BankUnderTest>,
  parts: readonly ((shop: () => BankFixture) => void)[],
): void {
  describe(`cards by ${name}`, () => {
    let shop: BankFixture;
    beforeAll(async () => {
      shop = await openBankFixture(await open());
    });
    afterAll(() => shop.close());
    for (const part of [describeFirstPayment, describeOrderPayment, describeEvents, ...parts]) part(() => shop);
  });
}

function describeFirstPayment(shop: () => BankFixture): void {
  it('takes the first payment of a subscription once it is confirmed, and never twice', async () => {
    const { cards, aCustomer, start, latestInvoice, latestIntent, prices } = shop();
    const customerId = await aCustomer();
    const subscription = await start(customerId);
    expect(subscription).toMatchObject({
      customerId,
      status: 'incomplete',
      priceId: prices.small,
      endedAt: null,
      metadata: { userId: 'ana' },
    });
    expect(await latestInvoice(subscription.id)).toMatchObject({
      customerId,
      subscriptionId: subscription.id,
      status: 'open',
      billingReason: 'subscription_create',
      currency: 'usd',
      total: 29_900,
      amountDue: 29_900,
      amountPaid: 0,
    });
    const intent = await latestIntent(subscription.id);
    expect(intent).toMatchObject({ customerId, amount: 29_900, amountReceived: 0, currency: 'usd' });
    const card = await cards.readCard(customerId);
    const paid = await cards.confirmPaymentIntent(intent.id, card?.paymentMethodId ?? '', newKey());
    expect(paid).toMatchObject({ status: 'succeeded', amountReceived: 29_900, card: { brand: 'visa', last4: '4242' } });
    expect((await cards.readSubscription(subscription.id)).status).toBe('active');
    expect(await latestInvoice(subscription.id)).toMatchObject({ status: 'paid', amountPaid: 29_900, nextPaymentAttempt: null });
    const again = await getRefusal(cards.confirmPaymentIntent(intent.id, card?.paymentMethodId ?? '', newKey()));
    expect(again.code).toBe('payment_intent_unexpected_state');
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('reports why the card %s was declined, and accepts another card for the same payment', async (number, code, declineCode, message) => {
    const { cards, typeCard, aCustomer, start, latestIntent, status } = shop();
    const customerId = await aCustomer(null);
    expect(await cards.readCard(customerId)).toBeNull();
    const { paymentMethodId } = await cards.attachPaymentMethod(customerId, await typeCard(number));
    const { id } = await start(customerId);
    const intent = await latestIntent(id);
    const declined = await getRefusal(cards.confirmPaymentIntent(intent.id, paymentMethodId, newKey()));
    expect(declined).toMatchObject({ code, declineCode, message });
    expect(await latestIntent(id)).toMatchObject({
      id: intent.id,
      status: 'requires_payment_method',
      amountReceived: 0,
      lastError: { code, declineCode, message },
      card: { last4: number.slice(-4) },
    });
    expect(await status(id)).toBe('incomplete');
    const other = await cards.attachPaymentMethod(customerId, await typeCard('5555555555554444'));
    expect(other).toMatchObject({ brand: 'mastercard', last4: '4444' });
    expect(await cards.readCard(customerId)).toEqual(other);
    await cards.confirmPaymentIntent(intent.id, other.paymentMethodId, newKey());
    expect(await status(id)).toBe('active');
  });

  it('waits for the payer’s authentication when their bank requires it', async () => {
    const { cards, aCustomer, start, latestIntent, status, authenticate } = shop();
    const customerId = await aCustomer('pm_card_authenticationRequired');
    const { id } = await start(customerId);
    const card = (await cards.readCard(customerId))?.paymentMethodId ?? '';
    const { id: intentId } = await latestIntent(id);
    const pending = await cards.confirmPaymentIntent(intentId, card, newKey());
    expect(pending.status).toBe('requires_action');
    await authenticate(pending, false);
    expect(await latestIntent(id)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'payment_intent_authentication_failure' },
    });
    expect(await status(id)).toBe('incomplete');
    await authenticate(await cards.confirmPaymentIntent(intentId, card, newKey()), true);
    expect(await latestIntent(id)).toMatchObject({ status: 'succeeded', amountReceived: 29_900, lastError: null });
    expect(await status(id)).toBe('active');
  });

  it('runs a request once per idempotency key', async () => {
    const { cards, aCustomer, prices } = shop();
    const customer = { userId: 'once', email: 'once@vitrine.test', name: 'Once' };
    const key = newKey();
    expect(await cards.createCustomer(customer, key)).toEqual(await cards.createCustomer(customer, key));
    const customerId = await aCustomer();
    const wanted = { customerId, priceId: prices.small, trialDays: 0, metadata: {} };
    const [first, other] = [newKey(), newKey()];
    const subscription = await cards.createSubscription(wanted, first);
    expect(await cards.createSubscription(wanted, first)).toEqual(subscription);
    expect((await cards.createSubscription(wanted, other)).id).not.toBe(subscription.id);
    expect(await getRefusal(cards.createSubscription({ ...wanted, priceId: prices.large }, first))).toMatchObject({
      code: 'idempotency_error',
    });
    const intent = await cards.createPaymentIntent({ customerId, amount: 500, currency: 'usd', metadata: {} }, newKey());
    const declining = newKey();
    const decline = () => getRefusal(cards.confirmPaymentIntent(intent.id, 'pm_card_chargeDeclined', declining));
    expect((await decline()).message).toBe((await decline()).message);
  });

  it('refuses a payment method of another customer', async () => {
    const { cards, aCustomer, typeCard, start, latestIntent } = shop();
    const [ana, ben] = [await aCustomer(), await aCustomer()];
    const card = await typeCard('4242424242424242');
    const { paymentMethodId } = await cards.attachPaymentMethod(ana, card);
    expect(await cards.attachPaymentMethod(ana, paymentMethodId)).toMatchObject({ paymentMethodId });
    await getRefusal(cards.attachPaymentMethod(ben, paymentMethodId));
    const { id } = await start(ben);
    expect(await getRefusal(cards.confirmPaymentIntent((await latestIntent(id)).id, paymentMethodId, newKey()))).toMatchObject({
      code: 'resource_missing',
    });
    await getRefusal(cards.attachPaymentMethod(ben, 'pm_missing'));
  });
}

function describeOrderPayment(shop: () => BankFixture): void {
  it('reports missing objects', async () => {
    const { cards } = shop();
    const results = await Promise.allSettled([
      cards.readSubscription('sub_nothing'),
      cards.readInvoice('in_00000000000000001'),
      cards.readPaymentIntent('pi_0000000000000000000001'),
      cards.readCard('cus_0000000000000000'),
    ]);
    for (const answer of results) expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(BankObjectNotFoundError) });
  });

  it('charges an order, refunds it partly and fully, and cancels an unpaid order', async () => {
    const { cards, aCustomer } = shop();
    const customerId = await aCustomer();
    const create = () => cards.createPaymentIntent({ customerId, amount: 12_345, currency: 'usd', metadata: { orderId: 'o1' } }, newKey());
    const { id } = await create();
    const paid = await cards.confirmPaymentIntent(id, 'pm_card_mastercard', newKey());
    expect(paid).toMatchObject({ status: 'succeeded', amountReceived: 12_345, amountRefunded: 0, metadata: { orderId: 'o1' } });
    const key = newKey();
    const part = await cards.refund({ paymentIntentId: id, amount: 2345 }, key);
    expect(part).toMatchObject({ amount: 2345, status: 'succeeded' });
    expect(await cards.refund({ paymentIntentId: id, amount: 2345 }, key)).toEqual(part);
    expect((await cards.readPaymentIntent(id)).amountRefunded).toBe(2345);
    expect((await getRefusal(cards.refund({ paymentIntentId: id, amount: 10_001 }, newKey()))).message).toContain(
      'greater than unrefunded',
    );
    await cards.refund({ paymentIntentId: id, amount: 10_000 }, newKey());
    expect(await getRefusal(cards.refund({ paymentIntentId: id, amount: 1 }, newKey()))).toMatchObject({ code: 'charge_already_refunded' });
    expect(await getRefusal(cards.cancelPaymentIntent(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
    const unpaid = await create();
    expect((await cards.cancelPaymentIntent(unpaid.id)).status).toBe('canceled');
    expect((await cards.cancelPaymentIntent(unpaid.id)).status).toBe('canceled');
    expect(await getRefusal(cards.confirmPaymentIntent(unpaid.id, 'pm_card_visa', newKey()))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
}

function describeEvents(shop: () => BankFixture): void {
  it('sends signed events', async () => {
    const { cards, subscribe, events, latestInvoice } = shop();
    const { customerId, id } = await subscribe();
    const invoice = await latestInvoice(id);
    await cards.refund({ paymentIntentId: invoice.paymentIntentId ?? '', amount: 100 }, newKey());
    const sent = (await events()).map(({ body, signature }) => cards.readEvent(body, signature));
    const own = sent.filter((event) => event.customerId === customerId);
    const of = (type: string) => own.find((event) => event.type === type);
    expect(of('customer.subscription.created')).toMatchObject({ objectId: id, objectKind: 'subscription' });
    expect(of('customer.subscription.updated')).toMatchObject({ objectId: id });
    expect(of('invoice.paid')).toMatchObject({ objectId: invoice.id, objectKind: 'invoice', parentId: id });
    expect(of('payment_intent.succeeded')).toMatchObject({ objectId: invoice.paymentIntentId, objectKind: 'payment_intent' });
    expect(of('charge.refunded')).toMatchObject({ objectKind: 'charge', parentId: invoice.paymentIntentId });
    expect(new Set(sent.map((event) => event.id)).size).toBe(sent.length);
  });

  it('rejects events with a forged or old signature', async () => {
    const { cards, events, moveClock: move } = shop();
    const [event] = await events();
    if (!event) throw new Error('There was no event');
    const { body, signature } = event;
    expect(() => cards.readEvent(body, undefined)).toThrow(ForgedEventError);
    expect(() => cards.readEvent(body, '')).toThrow(ForgedEventError);
    expect(() => cards.readEvent(body, 't=x,v1=00')).toThrow(ForgedEventError);
    expect(() => cards.readEvent(`${body} `, signature)).toThrow(ForgedEventError);
    expect(() =>
      cards.readEvent(
        body,
        signature.replace(/t=\d+/, (at) => `t=${Number(at.slice(2)) + 1}`),
      ),
    ).toThrow(ForgedEventError);
    await move(301);
    expect(() => cards.readEvent(body, signature)).toThrow(ForgedEventError);
  });
}
