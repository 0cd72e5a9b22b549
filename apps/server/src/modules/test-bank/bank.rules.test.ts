import { describe, expect, it } from 'vitest';
import { CardError } from '../../platform/cards/cards.ts';
import { createMemoryBank } from '../../testing/memory-bank.ts';
import type { Price } from './bank-account.ts';
import { openPaymentIntent } from './charging.rules.ts';
import { findInvoice, findSubscription } from './operation-context.ts';
import { runOnce } from './operations.rules.ts';
import { attachCard, completeAuthentication, confirmIntent, payInvoice, refundIntent } from './paying.rules.ts';
import { changePrice, createSubscription, endSubscriptionNow, previewSubscription, setCancelAtPeriodEnd } from './subscribing.rules.ts';

const DAY_S = 86_400;
const START = Date.parse('2026-01-31T12:00:00Z') / 1000;
const price = (planName: string, interval: Price['interval'], amount: number): Price => ({
  id: `price_${planName}_${interval}`,
  planName,
  amount,
  currency: 'usd',
  interval,
});
const SMALL = price('Small', 'month', 29_900);
const LARGE = price('Large', 'month', 99_900);
const SMALL_YEARLY = price('Small', 'year', 299_000);

/** Creates a bank with one customer and short helper methods. */
function aBank(card = 'pm_card_visa') {
  const bank = createMemoryBank(START);
  const customerId = bank.openCustomer('ana');
  const account = () => bank.accountOf(customerId);
  const method = (name: string) => bank.methodFor(customerId, name);
  bank.perform(customerId, (book) => attachCard(book, method(card)));
  const of = (id: string) => findSubscription({ account: account() }, id);
  const latestInvoice = (id: string) => findInvoice({ account: account() }, of(id).latestInvoiceId ?? '');
  const confirm = (id: string, name: string) =>
    bank.perform(customerId, (book) => confirmIntent(book, latestInvoice(id).intentId ?? '', method(name)));
  return {
    ...bank,
    customerId,
    account,
    subscription: of,
    latestInvoice,
    confirm,
    act: <Answer>(operation: Parameters<typeof bank.perform<Answer>>[1]): Answer => bank.perform(customerId, operation),
    attach: (name: string) => bank.perform(customerId, (book) => attachCard(book, method(name))),
    start(at: Price = SMALL, trialDays = 0) {
      return bank.perform(customerId, (book) => createSubscription(book, { price: at, trialDays, metadata: {} })).id;
    },
    /** Starts a subscription and pays its first invoice. */
    subscribe(at: Price = SMALL) {
      const { id } = bank.perform(customerId, (book) => createSubscription(book, { price: at, trialDays: 0, metadata: {} }));
      confirm(id, card);
      return id;
    },
    change: (id: string, to: Price, onDecline: 'keep' | 'undo' = 'undo') =>
      bank.perform(customerId, (book) => changePrice(book, { id, price: to, prorationDate: book.now, onDecline })),
    countEvents: (type: string) => bank.events.filter((event) => event.type === type).length,
  };
}

const date = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const received = (bank: ReturnType<typeof aBank>) => bank.account().intents.reduce((sum, { amountReceived }) => sum + amountReceived, 0);

describe('a subscription', () => {
  it('is active once its first invoice is paid', () => {
    const bank = aBank();
    const id = bank.start();
    expect(bank.subscription(id).status).toBe('incomplete');
    expect(bank.latestInvoice(id)).toMatchObject({ status: 'open', reason: 'subscription_create', amountDue: 29_900 });
    bank.confirm(id, 'pm_card_visa');
    expect(bank.subscription(id).status).toBe('active');
    expect(bank.latestInvoice(id)).toMatchObject({ status: 'paid', amountPaid: 29_900 });
    expect(() => bank.confirm(id, 'pm_card_visa')).toThrow('already succeeded');
    expect(received(bank)).toBe(29_900);
  });

  it('expires when it is not paid within 23 hours', () => {
    const bank = aBank();
    const id = bank.start();
    bank.move(23 * 3600 - 1);
    expect(bank.subscription(id).status).toBe('incomplete');
    bank.move(1);
    expect(bank.subscription(id)).toMatchObject({ status: 'incomplete_expired', endedAt: START + 23 * 3600 });
    expect(bank.latestInvoice(id).status).toBe('void');
    expect(() => bank.confirm(id, 'pm_card_visa')).toThrow('canceled');
  });

  it('renews on the last day of each month, at the same time of day', () => {
    const bank = aBank();
    const id = bank.subscribe();
    bank.move(100 * DAY_S);
    expect(bank.account().invoices.map(({ created }) => date(created))).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(date(bank.subscription(id).currentPeriodEnd)).toBe('2026-05-31');
    expect(received(bank)).toBe(4 * 29_900);
  });

  it('is charged for the first time when its trial ends', () => {
    const bank = aBank();
    const id = bank.start(SMALL, 30);
    expect(bank.subscription(id)).toMatchObject({ status: 'trialing', trialEnd: START + 30 * DAY_S });
    expect(bank.latestInvoice(id)).toMatchObject({ total: 0, status: 'paid', intentId: null });
    bank.move(30 * DAY_S);
    expect(bank.subscription(id).status).toBe('active');
    expect(bank.latestInvoice(id)).toMatchObject({ reason: 'subscription_cycle', amountPaid: 29_900 });
  });

  it('ends with its period when it was cancelled, unless the cancellation is withdrawn', () => {
    const bank = aBank();
    const [ending, going] = [bank.subscribe(), bank.subscribe()];
    for (const id of [ending, going]) bank.act((book) => setCancelAtPeriodEnd(book, id, true));
    bank.act((book) => setCancelAtPeriodEnd(book, going, false));
    bank.move(40 * DAY_S);
    expect(bank.subscription(ending)).toMatchObject({ status: 'canceled', endedAt: Date.parse('2026-02-28T12:00:00Z') / 1000 });
    expect(bank.subscription(going).status).toBe('active');
    expect(() => bank.act((book) => setCancelAtPeriodEnd(book, ending, false))).toThrow(CardError);
    expect(bank.act((book) => endSubscriptionNow(book, ending)).status).toBe('canceled');
  });
});

describe('a failed renewal', () => {
  it('is retried after 1, 3, 5 and 7 days, and then the subscription ends', () => {
    const bank = aBank('pm_card_chargeCustomerFail');
    const id = bank.subscribe();
    const failedAt = bank.subscription(id).currentPeriodEnd;
    bank.move(failedAt - START);
    for (const [attempt, days] of [1, 3, 5, 7].entries()) {
      expect(bank.subscription(id).status).toBe('past_due');
      expect(bank.latestInvoice(id)).toMatchObject({ attemptCount: attempt + 1, nextPaymentAttempt: failedAt + days * DAY_S });
      bank.move((bank.latestInvoice(id).nextPaymentAttempt ?? 0) - bank.now());
    }
    expect(bank.subscription(id)).toMatchObject({ status: 'canceled', endedAt: failedAt + 7 * DAY_S });
    expect(bank.latestInvoice(id)).toMatchObject({ status: 'void', nextPaymentAttempt: null, attemptCount: 5 });
    expect(received(bank)).toBe(29_900);
    expect(bank.countEvents('invoice.payment_failed')).toBe(5);
    expect(bank.countEvents('customer.subscription.deleted')).toBe(1);
  });

  it('is paid by another card, by the payer or at the next attempt', () => {
    for (const byHand of [true, false]) {
      const bank = aBank('pm_card_chargeCustomerFail');
      const id = bank.subscribe();
      bank.move(28 * DAY_S);
      bank.attach('pm_card_mastercard');
      if (byHand) bank.act((book) => payInvoice(book, bank.latestInvoice(id).id));
      else bank.move(DAY_S);
      expect(bank.subscription(id).status).toBe('active');
      expect(received(bank)).toBe(2 * 29_900);
      bank.move(31 * DAY_S);
      expect(received(bank)).toBe(3 * 29_900);
    }
  });

  it('waits for the payer when the card requires confirmation for each payment', () => {
    const bank = aBank('pm_card_authenticationRequired');
    const id = bank.start();
    const intentOf = () => bank.latestInvoice(id).intentId ?? '';
    expect(bank.confirm(id, 'pm_card_authenticationRequired').status).toBe('requires_action');
    bank.act((book) => completeAuthentication(book, intentOf(), true));
    bank.move(28 * DAY_S);
    expect(bank.subscription(id).status).toBe('past_due');
    bank.act((book) => completeAuthentication(book, intentOf(), true));
    expect(bank.subscription(id).status).toBe('active');
  });

  it('needs no further confirmation with a card that was confirmed once', () => {
    const bank = aBank('pm_card_authenticationRequiredOnSetup');
    const id = bank.start();
    const { defaultMethodId } = bank.account();
    const intentId = bank.latestInvoice(id).intentId ?? '';
    bank.act((book) => confirmIntent(book, intentId, defaultMethodId ?? ''));
    expect(() => bank.act((book) => completeAuthentication(book, intentId, false))).toThrow('unable to authenticate');
    bank.act((book) => confirmIntent(book, intentId, defaultMethodId ?? ''));
    bank.act((book) => completeAuthentication(book, intentId, true));
    bank.move(28 * DAY_S);
    expect(bank.subscription(id).status).toBe('active');
  });
});

describe('a change of price', () => {
  const halfway = (28 * DAY_S) / 2;

  it('charges the rest of the period at the new price, and credits the rest at the old one', () => {
    const bank = aBank();
    const id = bank.subscribe();
    bank.move(halfway);
    const preview = bank.act((book) => previewSubscription(book, { subscriptionId: id, price: LARGE, trialDays: 0 }));
    expect(preview).toMatchObject({
      amountDue: 49_950 - 14_950,
      credit: 0,
      nextAmount: 99_900,
      nextAt: bank.subscription(id).currentPeriodEnd,
    });
    bank.change(id, LARGE);
    expect(bank.latestInvoice(id)).toMatchObject({ status: 'paid', amountPaid: 35_000, lines: preview.lines });
    expect(bank.subscription(id).price).toEqual(LARGE);
  });

  it('to a lower price becomes credit, which pays later invoices', () => {
    const bank = aBank();
    const id = bank.subscribe(LARGE);
    bank.move(halfway);
    const preview = bank.act((book) => previewSubscription(book, { subscriptionId: id, price: SMALL, trialDays: 0 }));
    expect(preview).toMatchObject({ amountDue: 0, credit: 35_000, nextAmount: 0 });
    bank.change(id, SMALL);
    bank.move(halfway);
    expect(bank.latestInvoice(id)).toMatchObject({ total: 29_900, amountDue: 0, status: 'paid', intentId: null });
    bank.move(31 * DAY_S);
    expect(bank.latestInvoice(id)).toMatchObject({ total: 29_900, amountDue: 29_900 - 5100, status: 'paid' });
    expect(bank.account().credit).toBe(0);
  });

  it('to another interval starts a new period immediately', () => {
    const bank = aBank();
    const id = bank.subscribe();
    bank.move(halfway);
    bank.change(id, SMALL_YEARLY);
    expect(bank.latestInvoice(id).amountPaid).toBe(299_000 - 14_950);
    expect(bank.subscription(id)).toMatchObject({ anchor: bank.now(), currentPeriodStart: bank.now() });
    expect(date(bank.subscription(id).currentPeriodEnd)).toBe('2027-02-14');
  });

  it('does not happen and charges nothing when the card is declined', () => {
    const bank = aBank();
    const id = bank.subscribe();
    bank.attach('pm_card_chargeDeclinedInsufficientFunds');
    expect(() => bank.change(id, LARGE)).toThrow('Your card has insufficient funds.');
    expect(bank.subscription(id)).toMatchObject({ price: SMALL, pendingUpdate: null, status: 'active' });
    expect(bank.latestInvoice(id).status).toBe('void');
    expect(received(bank)).toBe(29_900);
  });

  it('waits 23 hours for the payer’s confirmation', () => {
    for (const isConfirmed of [true, false]) {
      const bank = aBank();
      const id = bank.subscribe();
      bank.attach('pm_card_authenticationRequired');
      expect(bank.change(id, LARGE)).toMatchObject({ price: SMALL, pendingUpdate: { price: LARGE } });
      if (isConfirmed) bank.act((book) => completeAuthentication(book, bank.latestInvoice(id).intentId ?? '', true));
      else bank.move(23 * 3600);
      expect(bank.subscription(id)).toMatchObject({ price: isConfirmed ? LARGE : SMALL, pendingUpdate: null });
      expect(bank.latestInvoice(id).status).toBe(isConfirmed ? 'paid' : 'void');
    }
  });

  it('is prorated from an instant within the period, never a future one', () => {
    const bank = aBank();
    const id = bank.subscribe();
    bank.move(DAY_S);
    const change = (prorationDate: number) => () =>
      bank.act((book) => changePrice(book, { id, price: LARGE, prorationDate, onDecline: 'undo' }));
    expect(change(bank.now() + 1)).toThrow('proration date');
    expect(change(START - 1)).toThrow('proration date');
  });
});

describe('payments', () => {
  it('are refunded in part and in full, and never more than was paid', () => {
    const bank = aBank();
    const id = bank.subscribe();
    const paymentIntentId = bank.latestInvoice(id).intentId ?? '';
    const refund = (amount: number) => bank.act((book) => refundIntent(book, { paymentIntentId, amount }));
    expect(refund(10_000)).toMatchObject({ amount: 10_000, status: 'succeeded' });
    expect(() => refund(20_000)).toThrow('Refund amount ($200.00) is greater than unrefunded amount on charge ($199.00)');
    refund(19_900);
    expect(() => refund(1)).toThrow('already been refunded');
    expect(bank.countEvents('charge.refunded')).toBe(2);
  });

  it('are made once per idempotency key, and the response is repeated, also a refusal', () => {
    const bank = aBank();
    const request = { amount: 500, currency: 'usd', invoiceId: null, metadata: {} };
    const open = (key: string, amount: number) =>
      bank.act((book) => runOnce(book, key, amount, () => openPaymentIntent(book, { ...request, amount })));
    const intent = open('first', 500);
    expect(open('first', 500)).toEqual(intent);
    expect(() => open('first', 600)).toThrow('same parameters');
    const decline = () =>
      bank.act((book) =>
        runOnce(book, 'second', 1, () => confirmIntent(book, intent.id, bank.methodFor(bank.customerId, 'pm_card_chargeDeclined'))),
      );
    expect(decline).toThrow('Your card was declined.');
    expect(decline).toThrow('Your card was declined.');
    expect(bank.countEvents('payment_intent.payment_failed')).toBe(1);
    expect(bank.account().intents).toHaveLength(1);
  });

  it('never charge another customer’s card', () => {
    const bank = aBank();
    const card = bank.typeCard({ number: '4242424242424242', exp_month: 1, exp_year: 30, cvc: '123' });
    bank.attach(card);
    const other = bank.openCustomer('ben');
    expect(() => bank.methodFor(other, card)).toThrow('does not have a payment method');
    expect(() => bank.perform(other, (book) => attachCard(book, bank.account().defaultMethodId ?? ''))).toThrow('must be attached');
  });
});
