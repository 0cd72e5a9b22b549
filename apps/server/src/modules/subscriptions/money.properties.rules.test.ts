import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankObjectNotFoundError, CardError } from '../../platform/cards/cards.ts';
import { createMemoryBank, type MemoryBank } from '../../testing/memory-bank.ts';
import { createMemoryPayer } from '../../testing/memory-payer.ts';
import { isRunning } from './subscription-transitions.rules.ts';

const RUNS = Number(process.env['RUNS'] ?? (process.env['SLOW_TESTS'] === undefined ? 1_000 : 10_000));
const START = Date.parse('2027-10-31T20:00:00Z') / 1000;
const DAY_S = 86_400;

const PRICES = [
  ['Single', 'month', 29_900],
  ['Single', 'year', 299_000],
  ['Family', 'month', 99_900],
  ['Odd', 'month', 333],
].map(([planName, interval, amount]) => ({
  id: `price_${planName}_${interval}`,
  planName: String(planName),
  amount: Number(amount),
  currency: 'usd',
  interval: interval === 'year' ? ('year' as const) : ('month' as const),
}));

const card = fc.constantFrom(
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
);
const price = fc.constantFrom(...PRICES);
/** Actions of the buyer and of the bank, lost or late responses, and time. */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('buy' as const),
      price,
      card,
      clicks: fc.integer({ min: 1, max: 3 }),
      isSynced: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('startTrial' as const), price }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay' as const), card, isSynced: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('authenticate' as const), isConfirmed: fc.boolean(), isSynced: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change' as const), price, isSynced: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('extraScreens' as const), quantity: fc.constantFrom(0, 1, 3, 250), isSynced: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), value: fc.boolean(), isSynced: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('changeCard' as const), card }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('endAtBank' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('readBank' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('applyLate' as const), which: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      days: fc.oneof(fc.double({ min: 0.01, max: 3, noNaN: true }), fc.integer({ min: 1, max: 70 })),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
type Payer = ReturnType<typeof createMemoryPayer>;

function applyAction(bank: MemoryBank, payer: Payer, late: NonNullable<ReturnType<Payer['readBankState']>>[], todo: Action): void {
  switch (todo.does) {
    case 'buy':
      payer.buy(todo.price, 0);
      for (let click = 0; click < todo.clicks; click++) attempt(() => payer.pay(todo.card));
      break;
    case 'startTrial':
      payer.buy(todo.price, 14);
      break;
    case 'pay':
      attempt(() => payer.pay(todo.card));
      break;
    case 'authenticate':
      attempt(() => payer.authenticate(todo.isConfirmed));
      break;
    case 'change':
      if (payer.localState()?.record.state === 'active' || payer.localState()?.record.state === 'trial') payer.change(todo.price);
      break;
    case 'extraScreens':
      if (payer.localState()?.record.state === 'active') payer.changeExtraScreens(todo.quantity);
      break;
    case 'cancel':
      payer.cancel(todo.value);
      break;
    case 'changeCard':
      payer.attach(todo.card);
      attempt(() => payer.payOpenInvoice());
      break;
    case 'endAtBank':
      payer.endAtBank();
      break;
    case 'readBank': {
      const reading = payer.readBankState();
      if (reading) late.push(reading);
      break;
    }
    case 'applyLate': {
      const reading = late[todo.which];
      if (reading) payer.apply(reading);
      break;
    }
    case 'wait':
      bank.move(Math.round(todo.days * DAY_S));
  }
  if (!('isSynced' in todo) || todo.isSynced)
    if (todo.does !== 'readBank' && todo.does !== 'applyLate' && todo.does !== 'wait') payer.sync();
}

/** A refusal by the bank is not an error here, but it must have no effect. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CardError || error instanceof BankObjectNotFoundError)) throw error;
  }
}

const sum = <T>(all: Iterable<T>, amount: (item: T) => number) => [...all].reduce((total, item) => total + amount(item), 0);

/**
 * Computes the price of all purchases with the simplest model: whole periods at their price, and for a change the rest of the period at the new price less
 * its rest at the old one, each to the cent. A change of interval starts a new period.
 */
function boughtCents(bank: MemoryBank, { customerId }: Payer): number {
  const { invoices } = bank.accountOf(customerId);
  let bought = 0;
  for (const { status, reason, lines } of invoices) {
    if (status !== 'paid') continue;
    for (const { amount, description, periodStart, periodEnd } of lines) {
      const whole = PRICES.find((known) => description.includes(known.planName) && known.amount === amount);
      if (reason !== 'subscription_update' && lines.length === 1 && amount > 0) expect(whole, description).toBeDefined();
      expect(periodEnd).toBeGreaterThanOrEqual(periodStart);
      bought += amount;
    }
  }
  return bought;
}

/** Asserts that we never record more than the bank has, even with lost or late messages. */
function assertNoUnpaidOrderIsPaid(bank: MemoryBank, payer: Payer): void {
  const received = new Set(payer.intents().flatMap(({ status, id }) => (status === 'succeeded' ? [id] : [])));
  const { invoices } = bank.accountOf(payer.customerId);
  for (const [id, { event }] of payer.orders) {
    const invoice = invoices.find((known) => known.id === id);
    if (event === 'paymentsuccess' && invoice?.intentId) expect(received.has(invoice.intentId)).toBe(true);
  }
}

/** Asserts that everything agrees once the bank was queried again. */
function assertAgreed(bank: MemoryBank, payer: Payer): void {
  payer.sync();
  const again = payer.sync();
  expect(again?.notices ?? []).toEqual([]);
  const local = payer.localState();
  const now = new Date(bank.now() * 1000);
  const { credit, invoices } = bank.accountOf(payer.customerId);
  // Credit applied to an open invoice is neither spent nor left.
  const held = sum(invoices, ({ status, creditApplied }) => (status === 'open' ? creditApplied : 0));
  const received = sum(payer.intents(), ({ amountReceived }) => amountReceived);
  expect(received).toBe(boughtCents(bank, payer) + credit + held);
  if (!local) return;
  expect(local.record.state).toBe(payer.stateAtBank());
  if (isRunning(local.record.state)) expect(local.grantedUntil && local.grantedUntil > now).toBe(true);
  else expect(local.grantedUntil === null || local.grantedUntil <= now).toBe(true);
}

describe('payments', () => {
  it(`equal the price of all purchases in ${RUNS} histories of buyers, banks and clocks`, { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 3, maxLength: 14 }), (actions) => {
        const bank = createMemoryBank(START);
        const payer = createMemoryPayer(bank);
        payer.attach('pm_card_visa');
        const late: NonNullable<ReturnType<Payer['readBankState']>>[] = [];
        for (const todo of actions) {
          attempt(() => applyAction(bank, payer, late, todo));
          assertNoUnpaidOrderIsPaid(bank, payer);
        }
        for (const reading of late.toReversed()) payer.apply(reading);
        assertAgreed(bank, payer);
        const paid = sum(payer.orders.values(), ({ event, total }) => (event === 'paymentsuccess' ? total : 0));
        expect(paid).toBe(sum(payer.intents(), ({ amountReceived }) => amountReceived));
        // Notices are sent once: nothing ends twice, except for accounts that subscribed again.
        const subscriptions = bank.accountOf(payer.customerId).subscriptions.length;
        expect(payer.notices.filter((notice) => notice.startsWith('ended')).length).toBeLessThanOrEqual(subscriptions);
      }),
      { numRuns: RUNS },
    );
  });
});
