import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankObjectNotFoundError, CardError } from '../../platform/cards/cards.ts';
import { createMemoryBank } from '../../testing/memory-bank.ts';
import { extraPriceOf } from '../../testing/memory-payer.ts';
import type { Account, Intent, Price } from './bank-account.ts';
import { openPaymentIntent } from './charging.rules.ts';
import type { OperationContext } from './operation-context.ts';
import { runOperation } from './operations.rules.ts';
import { attachCard, completeAuthentication, confirmIntent, payInvoice, refundIntent } from './paying.rules.ts';
import { changePrice, createSubscription, endSubscriptionNow, previewSubscription, setCancelAtPeriodEnd } from './subscribing.rules.ts';

const RUNS = process.env['SLOW_TESTS'] === undefined ? 300 : 2_000;
const START = Date.parse('2027-10-31T20:00:00Z') / 1000;
const PRICES: Price[] = [
  ['Small', 'month', 29_900],
  ['Small', 'year', 299_000],
  ['Large', 'month', 99_901],
  ['Odd', 'month', 333],
].map(([planName, interval, amount]) => ({
  id: `price_${planName}_${interval}`,
  planName: String(planName),
  amount: Number(amount),
  currency: 'usd',
  interval: interval === 'year' ? 'year' : 'month',
}));
const CARDS = [
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_mastercard',
];

const price = fc.constantFrom(...PRICES);
const card = fc.constantFrom(...CARDS);
/** Attached cards pay changes and renewals: mostly cards that need a confirmation or fail. */
const attached = fc.constantFrom('pm_card_authenticationRequired', 'pm_card_chargeDeclined', 'pm_card_chargeCustomerFail', 'pm_card_visa');
const which = fc.constantFrom(0, 0, 0, 1, 2);
const change = fc.record({
  does: fc.constant('change' as const),
  which,
  price,
  extraScreens: fc.constantFrom(0, 0, 1, 3, 250),
  onDecline: fc.constantFrom('keep' as const, 'undo' as const),
});
const seconds = fc.oneof(fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 1, max: 40 * 86_400 }));
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('attach' as const), card: attached }) },
  fc.record({ does: fc.constant('subscribe' as const), price, trialDays: fc.constantFrom(0, 0, 14) }),
  // Subscribes and pays at once, because random actions alone rarely lead to a running subscription.
  { weight: 2, arbitrary: fc.record({ does: fc.constant('buy' as const), price }) },
  fc.record({ does: fc.constant('confirm' as const), which, card }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('authenticate' as const), which, isConfirmed: fc.boolean() }) },
  { weight: 4, arbitrary: change },
  fc.record({ does: fc.constant('cancel' as const), which, value: fc.boolean() }),
  fc.record({ does: fc.constant('end' as const), which }),
  fc.record({ does: fc.constant('pay' as const), which }),
  fc.record({ does: fc.constant('order' as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ does: fc.constant('refund' as const), which, amount: fc.integer({ min: 1, max: 400_000 }) }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), seconds }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Picks an object to which the action applies, otherwise any, counted from the newest, so that few actions have no effect. */
function pick<T extends { id: string }>(all: readonly T[], from: number, isMeant: (one: T) => boolean = () => true): string {
  const meant = all.filter(isMeant);
  return (meant.length > from ? meant : all).at(-1 - from)?.id ?? 'none';
}

const isOpen = ({ status }: Intent) => status !== 'succeeded' && status !== 'canceled';
const isAsked = ({ status }: Intent) => status === 'requires_action';
const isPaid = ({ status }: Intent) => status === 'succeeded';

function play(bank: ReturnType<typeof createMemoryBank>, id: string, todo: Action): void {
  const { subscriptions, invoices, intents } = bank.accountOf(id);
  const perform = (act: (book: OperationContext) => unknown) => bank.perform(id, act);
  if (todo.does === 'attach') perform((book) => attachCard(book, bank.methodFor(id, todo.card)));
  if (todo.does === 'subscribe') perform((book) => createSubscription(book, { ...todo, metadata: {} }));
  if (todo.does === 'buy') buy(bank, id, todo.price);
  if (todo.does === 'confirm') perform((book) => confirmIntent(book, pick(intents, todo.which, isOpen), bank.methodFor(id, todo.card)));
  if (todo.does === 'authenticate') perform((book) => completeAuthentication(book, pick(intents, todo.which, isAsked), todo.isConfirmed));
  if (todo.does === 'change') changePlan(bank, id, todo);
  if (todo.does === 'cancel') perform((book) => setCancelAtPeriodEnd(book, pick(subscriptions, todo.which), todo.value));
  if (todo.does === 'end') perform((book) => endSubscriptionNow(book, pick(subscriptions, todo.which)));
  if (todo.does === 'pay')
    perform((book) =>
      payInvoice(
        book,
        pick(invoices, todo.which, (invoice) => invoice.status === 'open'),
      ),
    );
  if (todo.does === 'order')
    perform((book) => openPaymentIntent(book, { amount: todo.amount, currency: 'usd', invoiceId: null, metadata: {} }));
  if (todo.does === 'refund')
    perform((book) => refundIntent(book, { paymentIntentId: pick(intents, todo.which, isPaid), amount: todo.amount }));
  if (todo.does === 'wait') wait(bank, id, todo.seconds);
}

function buy(bank: ReturnType<typeof createMemoryBank>, id: string, price: Price): void {
  bank.perform(id, (book) => createSubscription(book, { price, trialDays: 0, metadata: {} }));
  bank.perform(id, (book) => confirmIntent(book, pick(book.account.intents, 0), bank.methodFor(id, 'pm_card_visa')));
}

/** The charge must equal the preview. */
function changePlan(bank: ReturnType<typeof createMemoryBank>, id: string, todo: Extract<Action, { does: 'change' }>): void {
  const subscriptionId = pick(bank.accountOf(id).subscriptions, todo.which, ({ status }) => status === 'active');
  const { price, extraScreens: quantity } = todo;
  const items = { price, extraScreens: quantity > 0 ? { price: extraPriceOf(price), quantity } : null };
  const { result } = runOperation(bank.accountOf(id), bank.now(), (book) =>
    previewSubscription(book, { subscriptionId, ...items, trialDays: 0 }),
  );
  if ('refused' in result) throw result.refused;
  const preview = result.answer;
  const invoiceCount = bank.accountOf(id).invoices.length;
  const wanted = { id: subscriptionId, ...items, prorationDate: preview.prorationDate, onDecline: todo.onDecline };
  bank.perform(id, (book) => changePrice(book, wanted));
  const account = bank.accountOf(id);
  const invoice = account.invoices[invoiceCount];
  expect(invoice?.lines ?? []).toEqual(preview.lines);
  expect(invoice?.amountDue ?? 0).toBe(preview.amountDue);
  expect(account.credit).toBe(preview.credit);
  const changed = account.subscriptions.find((one) => one.id === subscriptionId);
  if (!changed?.pendingUpdate) expect(changed?.currentPeriodEnd).toBe(preview.nextAt);
}

/** Moving the clock in one step or in two must give the same account. */
function wait(bank: ReturnType<typeof createMemoryBank>, id: string, seconds: number): void {
  const [before, from] = [bank.accountOf(id), bank.now()];
  const half = runOperation(before, from + Math.floor(seconds / 2), () => undefined).account;
  bank.move(seconds);
  expect(runOperation(half, bank.now(), () => undefined).account).toEqual(bank.accountOf(id));
}

const sum = <T>(all: readonly T[], amount: (one: T) => number) => all.reduce((total, one) => total + amount(one), 0);

/** Returns the errors in the records as one text, because thousands of assertions take longer than the bank. */
function findFaults({ invoices, intents, subscriptions, credit }: Account, now: number): string[] {
  const faults: string[] = [];
  const must = (isTrue: boolean, fault: string) => void (isTrue || faults.push(fault));
  must(credit >= 0, 'credit below zero');
  const ofOrders = sum(intents, ({ invoiceId, amountReceived }) => (invoiceId === null ? amountReceived : 0));
  const received = sum(intents, ({ amountReceived }) => amountReceived);
  must(received === sum(invoices, ({ amountPaid }) => amountPaid) + ofOrders, 'money that paid nothing');
  must(credit + sum(invoices, ({ status, creditApplied }) => (status === 'void' ? 0 : creditApplied)) === 0, 'credit from nowhere');
  for (const { amountReceived, amountRefunded, amount, status } of intents) {
    must(amountRefunded <= amountReceived, 'more given back than taken');
    must(amountReceived === (status === 'succeeded' ? amount : 0), 'another amount taken than asked');
  }
  for (const { id, status, currentPeriodEnd, currentPeriodStart, endedAt } of subscriptions) {
    const open = invoices.filter((invoice) => invoice.subscriptionId === id && invoice.status === 'open');
    if (status === 'active')
      must(
        open.every(({ reason }) => reason === 'subscription_update'),
        'active and not paid',
      );
    if (endedAt !== null) must(open.length === 0, 'ended and still to be paid');
    else if (status !== 'incomplete') must(currentPeriodStart <= now && now < currentPeriodEnd, 'a period that is not now');
  }
  return faults;
}

describe('the test bank', () => {
  it('keeps consistent records for all actions of buyers, cards and time', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 24 }), (actions) => {
        const bank = createMemoryBank(START);
        const id = bank.openCustomer('ana');
        bank.perform(id, (book) => attachCard(book, bank.methodFor(id, 'pm_card_visa')));
        for (const todo of actions) {
          try {
            play(bank, id, todo);
          } catch (error) {
            if (!(error instanceof CardError || error instanceof BankObjectNotFoundError)) throw error;
          }
          expect(findFaults(bank.accountOf(id), bank.now())).toEqual([]);
        }
        const charged = bank.events.filter(({ type }) => type === 'payment_intent.succeeded').map(({ data }) => data.object.id);
        expect(new Set(charged).size).toBe(charged.length);
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});
