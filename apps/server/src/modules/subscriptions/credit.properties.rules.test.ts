import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankObjectNotFoundError, CardError } from '../../platform/cards/cards.ts';
import { createMemoryBank, type MemoryBank } from '../../testing/memory-bank.ts';
import { createMemoryPayer } from '../../testing/memory-payer.ts';
import { creditedByOrder, refundableOf } from '../orders/refundable.rules.ts';

/** The same histories in every run; SEED tries others. */
const SEED = Number(process.env['SEED'] ?? 37);
const RUNS = Number(process.env['RUNS'] ?? (process.env['SLOW_TESTS'] === undefined ? 200 : 1_000));
const START = Date.parse('2027-10-31T20:00:00Z') / 1000;
const DAY_S = 86_400;

const PRICES = (
  [
    ['Single', 'month', 29_900],
    ['Single', 'year', 299_000],
    ['Family', 'month', 99_900],
    ['Family', 'year', 999_000],
    ['Odd', 'month', 333],
  ] as const
).map(([planName, interval, amount]) => ({ id: `price_${planName}_${interval}`, planName, amount, currency: 'usd', interval }));

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change' as const), price: fc.constantFrom(...PRICES) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('extraScreens' as const), quantity: fc.constantFrom(0, 1, 2, 3, 7, 250) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      which: fc.nat({ max: 12 }),
      share: fc.constantFrom(1, 1, 0.5, 0.01),
      end: fc.constantFrom('now' as const, 'periodEnd' as const, 'keep' as const, 'keep' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), value: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('buyAgain' as const), price: fc.constantFrom(...PRICES) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.constantFrom(0, 1, 9, 20, 31, 45, 200) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
type Payer = ReturnType<typeof createMemoryPayer>;

const sum = <T>(all: Iterable<T>, amount: (item: T) => number): number => [...all].reduce((total, item) => total + amount(item), 0);

function applyAction(bank: MemoryBank, payer: Payer, todo: Action): void {
  switch (todo.does) {
    case 'change':
      if (payer.localState()?.record.state === 'active') payer.change(todo.price);
      break;
    case 'extraScreens':
      if (payer.localState()?.record.state === 'active') payer.changeExtraScreens(todo.quantity);
      break;
    case 'refund': {
      const id = [...payer.orders.keys()][todo.which % Math.max(1, payer.orders.size)];
      if (id === undefined) return;
      payer.refund(id, todo.share);
      if (todo.end === 'now') payer.endAtBank();
      if (todo.end === 'periodEnd') payer.cancel(true);
      break;
    }
    case 'cancel':
      payer.cancel(todo.value);
      break;
    case 'buyAgain':
      payer.buy(todo.price, 0);
      payer.sync();
      payer.pay('pm_card_visa');
      break;
    case 'wait':
      bank.move(todo.days * DAY_S);
  }
}

function tryAction(bank: MemoryBank, payer: Payer, todo: Action): void {
  try {
    applyAction(bank, payer, todo);
  } catch (error) {
    // Refusals of the bank are part of a history.
    if (!(error instanceof CardError || error instanceof BankObjectNotFoundError)) throw error;
  }
  payer.sync();
}

/** Compares our orders and receipts with the bank's books, to the cent. */
function assertBooksAgree(bank: MemoryBank, payer: Payer): void {
  const { credit, invoices, intents } = bank.accountOf(payer.customerId);
  const paid = [...payer.orders.values()].filter(({ event }) => event === 'paymentsuccess');
  const held = sum(invoices, ({ status, creditApplied }) => (status === 'open' ? creditApplied : 0));
  const received = sum(intents, ({ amountReceived }) => amountReceived);
  const refunded = sum(intents, ({ amountRefunded }) => amountRefunded);

  expect(sum(paid, ({ total }) => total)).toBe(received);
  expect(credit + held).toBe(sum(paid, (order) => order.returned - order.credit));
  // Credit never exceeds payments: it is backed by money that was received and not refunded.
  expect(credit + held).toBeLessThanOrEqual(received - refunded);
  expect(credit).toBeGreaterThanOrEqual(0);
  assertItemsAgree(bank, payer);
  for (const { items, credit: applied, total } of paid) expect(items - applied).toBe(total);
  for (const invoice of invoices) if (invoice.status === 'paid') expect(payer.orders.get(invoice.id)?.creditLeft).toBe(invoice.creditLeft);
}

/** Our record has the plan and the extra screens that the bank bills, and a renewal costs exactly these. */
function assertItemsAgree(bank: MemoryBank, payer: Payer): void {
  const { subscriptions, invoices } = bank.accountOf(payer.customerId);
  const current = subscriptions.find(({ id }) => id === payer.localState()?.bankId);
  if (!current || current.endedAt !== null) return;
  const { price, extraScreens } = current;
  expect(payer.localState()?.record).toMatchObject({
    priceId: price.id,
    extraScreens: extraScreens ? { priceId: extraScreens.price.id, quantity: extraScreens.quantity } : null,
  });
  const newest = invoices.findLast(({ subscriptionId }) => subscriptionId === current.id);
  if (newest?.reason === 'subscription_cycle')
    expect(newest.total).toBe(price.amount + (extraScreens?.quantity ?? 0) * (extraScreens?.price.amount ?? 0));
}

/** Every cent that was paid for an order is in one place: kept, on the card, or in the credit. */
function assertNothingTwice(payer: Payer): void {
  for (const subscriptionId of new Set([...payer.orders.values()].map((order) => order.subscriptionId))) {
    const orders = payer.paidOrders(subscriptionId);
    const credited = creditedByOrder(orders);
    expect(sum(credited.values(), (cents) => cents)).toBe(sum(orders, ({ credit_cents }) => Math.max(0, -credit_cents)));
    for (const order of orders) {
      const { card, credit } = refundableOf(orders, order.id);
      const paid = order.total_cents + Math.max(0, order.credit_cents);
      const back = order.refunded_cents + order.returned_cents + (credited.get(order.id) ?? 0);
      expect(card + credit + back).toBe(paid);
      expect(order.returned_cents + credit).toBeLessThanOrEqual(Math.max(0, order.credit_cents));
    }
  }
}

describe('credit, refunds and receipts', () => {
  it(`equal the bank's books in ${RUNS} histories of changes, refunds, cancellations and renewals`, { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRICES), fc.array(action, { minLength: 2, maxLength: 12 }), (first, actions) => {
        const bank = createMemoryBank(START);
        const payer = createMemoryPayer(bank);
        payer.attach('pm_card_visa');
        for (const todo of [{ does: 'buyAgain' as const, price: first }, ...actions]) {
          tryAction(bank, payer, todo);
          assertBooksAgree(bank, payer);
          assertNothingTwice(payer);
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('can be refunded once and never exceed what was paid', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRICES), fc.array(action, { maxLength: 10 }), (first, actions) => {
        const bank = createMemoryBank(START);
        const payer = createMemoryPayer(bank);
        payer.attach('pm_card_visa');
        for (const todo of [{ does: 'buyAgain' as const, price: first }, ...actions]) tryAction(bank, payer, todo);
        for (const id of payer.orders.keys()) payer.refund(id, 1);
        for (const id of payer.orders.keys()) expect(payer.refund(id, 1)).toBeUndefined();
        assertBooksAgree(bank, payer);
        const { credit, invoices, intents } = bank.accountOf(payer.customerId);
        const held = sum(invoices, ({ status, creditApplied }) => (status === 'open' ? creditApplied : 0));
        expect(sum(intents, ({ amountReceived, amountRefunded }) => amountReceived - amountRefunded)).toBe(credit + held);
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS / 4) },
    );
  });
});
