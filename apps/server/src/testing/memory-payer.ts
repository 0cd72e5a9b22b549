import { getInvoiceResult, nextPaymentEvent } from '../modules/orders/orders.rules.ts';
import { creditLimit, type PaidOrder, refundableOf, splitRefund } from '../modules/orders/refundable.rules.ts';
import {
  applyBankState,
  type BankState,
  type SubscriptionRecord,
  type SyncResult,
} from '../modules/subscriptions/subscription-state.rules.ts';
import { type SubscriptionNotice, toSubscriptionState } from '../modules/subscriptions/subscription-transitions.rules.ts';
import type { Price } from '../modules/test-bank/bank-account.ts';
import { findInvoice } from '../modules/test-bank/operation-context.ts';
import {
  addCredit,
  attachCard,
  completeAuthentication,
  confirmIntent,
  payInvoice,
  refundIntent,
} from '../modules/test-bank/paying.rules.ts';
import type { BilledItems } from '../modules/test-bank/proration.rules.ts';
import {
  changePrice,
  createSubscription,
  endSubscriptionNow,
  previewSubscription,
  setCancelAtPeriodEnd,
} from '../modules/test-bank/subscribing.rules.ts';
import { presentCard, presentIntent, presentInvoice, presentSubscription } from '../modules/test-bank/test-bank.presenter.ts';
import type { BankInvoice } from '../platform/cards/cards.ts';
import type { MemoryBank } from './memory-bank.ts';

/** Result of one query of the bank's state. It may be applied late, twice or never. */
interface BankReading {
  turn: number;
  bankState: BankState;
  failed: Set<string>;
}

interface LocalState {
  bankId: string;
  record: SubscriptionRecord;
  /** Turn of the last applied reading. */
  lastTurn: number;
  grantedUntil: Date | null;
}

export interface MemoryOrder {
  event: Parameters<typeof nextPaymentEvent>[0];
  total: number;
  subscriptionId: string;
  /** Sum of the lines. */
  items: number;
  credit: number;
  creditLeft: number | null;
  returned: number;
  periodUntil: Date;
}

const at = (seconds: number) => new Date(seconds * 1000);

/** Returns the price of one extra screen of a plan. It does not divide the plan's price, so that rounding errors appear. */
export const extraPriceOf = (price: Price): Price => ({
  ...price,
  id: `${price.id}_extra`,
  kind: 'extraScreen',
  planName: `${price.planName}, extra screen`,
  amount: Math.ceil(price.amount / 13) + 1,
});

const orderOf = ({ amountDue, creditLeft, subscriptionId, lines }: BankInvoice): MemoryOrder => {
  const items = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    event: 'paymentpending',
    total: amountDue,
    subscriptionId: subscriptionId ?? '',
    items,
    credit: items - amountDue,
    creditLeft,
    returned: 0,
    periodUntil: at(lines.at(-1)?.periodEnd ?? 0),
  };
};

/**
 * Simulates a buyer and our records by the product's rules, on top of the test bank's rules and without a database, so that thousands of histories run in
 * seconds. It performs the steps of the services one by one.
 */
export function createMemoryPayer(bank: MemoryBank) {
  const customerId = bank.openCustomer('ana');
  const orders = new Map<string, MemoryOrder>();
  const notices: SubscriptionNotice[] = [];
  let localState: LocalState | undefined;
  let turns = 0;

  const subscription = () => {
    if (!localState) throw new Error('There is no subscription');
    const { bankId } = localState;
    return bank.accountOf(customerId).subscriptions.find(({ id }) => id === bankId);
  };

  const readBankState = (): BankReading | undefined => {
    const found = localState && subscription();
    if (!found) return undefined;
    turns += 1;
    const account = structuredClone(bank.accountOf(customerId));
    const invoices = account.invoices.filter(({ subscriptionId }) => subscriptionId === found.id).toReversed();
    const failed = invoices.filter(({ intentId }) => account.intents.find(({ id }) => id === intentId)?.lastError).map(({ id }) => id);
    const card = account.methods.find(({ paymentMethodId }) => paymentMethodId === account.defaultMethodId);
    const bankState = {
      subscription: presentSubscription(account, found),
      priceId: found.price.id,
      extraScreens: found.extraScreens ? { priceId: found.extraScreens.price.id, quantity: found.extraScreens.quantity } : null,
      invoices: invoices.map((invoice) => presentInvoice(account, invoice)),
      card: card ? presentCard(card) : null,
    };
    return { turn: turns, bankState: structuredClone(bankState), failed: new Set(failed) };
  };

  const apply = ({ turn, bankState, failed }: BankReading): SyncResult | undefined => {
    for (const invoice of bankState.invoices) {
      const order = orders.get(invoice.id) ?? orderOf(invoice);
      orders.set(invoice.id, { ...order, event: nextPaymentEvent(order.event, getInvoiceResult(invoice.status, failed.has(invoice.id))) });
    }
    if (!localState || bankState.subscription.id !== localState.bankId || turn <= localState.lastTurn) return undefined;
    const result = applyBankState(localState.record, bankState, at(bank.now()));
    notices.push(...result.notices);
    localState = { ...localState, record: result.record, lastTurn: turn, grantedUntil: result.grantedUntil ?? localState.grantedUntil };
    return result;
  };

  const sync = () => {
    const reading = readBankState();
    return reading && apply(reading);
  };

  /** Paid orders of a subscription as the refund rules take them, oldest first. Reads card refunds from the bank. */
  const paidOrders = (subscriptionId: string): PaidOrder[] => {
    const { invoices, intents } = bank.accountOf(customerId);
    return invoices.flatMap(({ id, intentId }) => {
      const order = orders.get(id);
      if (order?.event !== 'paymentsuccess' || order.subscriptionId !== subscriptionId) return [];
      const refunded = intents.find((intent) => intent.id === intentId)?.amountRefunded ?? 0;
      return {
        id,
        total_cents: order.total,
        credit_cents: order.credit,
        refunded_cents: refunded,
        returned_cents: order.returned,
        requested_cents: 0,
        period_until: order.periodUntil,
      };
    });
  };

  const openIntentId = (): string | undefined => {
    const account = bank.accountOf(customerId);
    return (
      account.invoices.findLast(({ status, subscriptionId }) => status === 'open' && subscriptionId === localState?.bankId)?.intentId ??
      undefined
    );
  };

  /** Returns false when the change would return money as credit that was refunded already. */
  const changeItems = (id: string, items: Required<BilledItems>): boolean => {
    const { prorationDate, lines } = bank.perform(customerId, (book) =>
      previewSubscription(book, { subscriptionId: id, ...items, trialDays: 0 }),
    );
    const added = -lines.reduce((sum, { amount }) => sum + amount, 0);
    if (added > creditLimit(paidOrders(id), at(bank.now()))) return false;
    bank.perform(customerId, (book) => changePrice(book, { id, ...items, prorationDate, onDecline: 'undo' }));
    return true;
  };

  return {
    customerId,
    orders,
    paidOrders,
    notices,
    /** Refunds a part of what is refundable of an order, or all of it. Returns the refunded amount. */
    refund(invoiceId: string, share: number): { card: number; credit: number } | undefined {
      const order = orders.get(invoiceId);
      if (!order) return undefined;
      const refundable = refundableOf(paidOrders(order.subscriptionId), invoiceId);
      const parts = splitRefund(refundable, Math.ceil((refundable.card + refundable.credit) * share));
      const { intentId } = findInvoice({ account: bank.accountOf(customerId) }, invoiceId);
      if (!parts) return undefined;
      if (parts.card > 0) bank.perform(customerId, (book) => refundIntent(book, { paymentIntentId: intentId ?? '', amount: parts.card }));
      if (parts.credit > 0) bank.perform(customerId, (book) => addCredit(book, parts.credit));
      order.returned += parts.credit;
      return parts;
    },
    localState: () => localState,
    readBankState,
    apply,
    sync,
    stateAtBank: () => {
      const found = subscription();
      return found && toSubscriptionState(presentSubscription(bank.accountOf(customerId), found));
    },

    attach: (card: string) => bank.perform(customerId, (book) => attachCard(book, bank.methodFor(customerId, card))),
    /** Starts a subscription. Does nothing while the previous one runs, as the database's constraint requires. */
    buy(price: Price, trialDays: number): void {
      if (localState && localState.record.state !== 'expired') return;
      const made = bank.perform(customerId, (book) => createSubscription(book, { price, trialDays, metadata: {} }));
      const now = at(bank.now());
      const nothing = { failedAttempts: 0, nextAttemptAt: null, openIntentId: null, card: null, endedAt: null };
      localState = {
        bankId: made.id,
        record: { state: 'incomplete', priceId: price.id, extraScreens: null, periodStart: now, periodEnd: now, ...nothing },
        lastTurn: turns,
        grantedUntil: null,
      };
    },
    pay(card: string): void {
      const intentId = openIntentId();
      if (intentId !== undefined) bank.perform(customerId, (book) => confirmIntent(book, intentId, bank.methodFor(customerId, card)));
    },
    authenticate(isConfirmed: boolean): void {
      const intentId = openIntentId();
      if (intentId !== undefined) bank.perform(customerId, (book) => completeAuthentication(book, intentId, isConfirmed));
    },
    payOpenInvoice(): void {
      const open = bank.accountOf(customerId).invoices.findLast(({ status }) => status === 'open');
      if (open) bank.perform(customerId, (book) => payInvoice(book, findInvoice(book, open.id).id));
    },
    /** Changes the plan, and returns whether the change took effect immediately. Extra screens move to the price that the plan has for them. */
    change(price: Price): boolean {
      const found = localState && subscription();
      if (!found || found.price.id === price.id) return false;
      const extraScreens = found.extraScreens ? { price: extraPriceOf(price), quantity: found.extraScreens.quantity } : null;
      return changeItems(found.id, { price, extraScreens }) && subscription()?.price.id === price.id;
    },
    /** Buys or removes extra screens so that the subscription has this number of them. */
    changeExtraScreens(quantity: number): boolean {
      const found = localState && subscription();
      if (!found) return false;
      const extraScreens = quantity > 0 ? { price: found.extraScreens?.price ?? extraPriceOf(found.price), quantity } : null;
      return changeItems(found.id, { price: found.price, extraScreens });
    },
    cancel: (value: boolean) =>
      localState && bank.perform(customerId, (book) => setCancelAtPeriodEnd(book, localState?.bankId ?? '', value)),
    endAtBank: () => localState && bank.perform(customerId, (book) => endSubscriptionNow(book, localState?.bankId ?? '')),
    intents: () => bank.accountOf(customerId).intents.map((intent) => presentIntent(bank.accountOf(customerId), intent)),
  };
}
