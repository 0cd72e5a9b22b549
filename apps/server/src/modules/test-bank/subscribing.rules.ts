import { type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { type ExtraScreens, OPEN_PAYMENT_TTL_S, type Price, type Subscription } from './bank-account.ts';
import { collectPayment, createInvoice, endSubscription, voidInvoice } from './invoicing.rules.ts';
import {
  createId,
  DeclinedError,
  emitSubscriptionEvent,
  findInvoice,
  findSubscription,
  type OperationContext,
  requireDefaultMethod,
} from './operation-context.ts';
import { type BilledItems, computeChangeAmounts, computeStartAmounts, type ProratedAmounts, presentPreview } from './proration.rules.ts';

const MAX_TRIAL_DAYS = 730;

/** Creates a subscription: `incomplete` with an open first invoice, `trialing`, or `active` when credit covers the invoice. */
export function createSubscription(
  book: OperationContext,
  { price, trialDays, metadata }: { price: Price; trialDays: number; metadata: Record<string, string> },
): Subscription {
  if (trialDays > MAX_TRIAL_DAYS) throw new CardError('invalid_request', `Trial periods are at most ${MAX_TRIAL_DAYS} days long.`);
  const { anchor, periodStart, periodEnd, lines, total } = computeStartAmounts(price, trialDays, book.now);
  const isTrial = trialDays > 0;
  const subscription: Subscription = {
    id: createId(book, 'sub'),
    status: isTrial ? 'trialing' : 'incomplete',
    price,
    extraScreens: null,
    created: book.now,
    anchor,
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    trialEnd: isTrial ? periodEnd : null,
    cancelAtPeriodEnd: false,
    endedAt: null,
    latestInvoiceId: null,
    pendingUpdate: null,
    metadata,
  };
  book.account.subscriptions.push(subscription);
  emitSubscriptionEvent(book, 'created', subscription);
  const invoice = createInvoice(book, subscription, { reason: 'subscription_create', lines, total });
  if (invoice.amountDue === 0) collectPayment(book, invoice, null);
  return subscription;
}

function assertRunning({ status, endedAt }: Subscription): void {
  if (endedAt !== null)
    throw new CardError('invalid_request', 'A canceled subscription can only update its cancellation_details and metadata.');
  if (status === 'incomplete')
    throw new CardError('invalid_request', 'This subscription cannot be updated until its first invoice is paid.');
}

function assertChangeable(subscription: Subscription): void {
  assertRunning(subscription);
  if (subscription.status === 'past_due')
    throw new CardError('invalid_request', 'This subscription cannot be changed until its open invoice is paid.');
}

/** Discards a pending change before a new change, including a change back to the current price. */
function discardPendingUpdate(book: OperationContext, { pendingUpdate }: Subscription): void {
  if (pendingUpdate) voidInvoice(book, findInvoice(book, pendingUpdate.invoiceId));
}

interface ItemChange {
  id: string;
  price: Price;
  /** None without it. */
  extraScreens?: ExtraScreens | null;
  prorationDate: number;
  onDecline: 'keep' | 'undo';
}

const hasItems = (subscription: Subscription, { price, extraScreens }: BilledItems): boolean =>
  subscription.price.id === price.id &&
  subscription.extraScreens?.price.id === extraScreens?.price.id &&
  subscription.extraScreens?.quantity === extraScreens?.quantity;

/**
 * Stripe's `pending_if_incomplete` with `always_invoice`: the change is invoiced and charged now, and takes effect when it is paid. If the charge is declined,
 * `undo` voids the invoice without a change, and `keep` leaves the change pending for another card, as Stripe does.
 */
export function changePrice(
  book: OperationContext,
  { id, price, extraScreens = null, prorationDate, onDecline }: ItemChange,
): Subscription {
  const subscription = findSubscription(book, id);
  assertChangeable(subscription);
  discardPendingUpdate(book, subscription);
  const items = { price, extraScreens };
  if (hasItems(subscription, items)) return subscription;
  const proration = computeChangeAmounts(subscription, items, { at: prorationDate, now: book.now });
  if (subscription.status === 'trialing') return changeTrial(book, subscription, items);
  return chargeChange(book, subscription, { items, proration, onDecline });
}

function changeTrial(book: OperationContext, subscription: Subscription, { price, extraScreens = null }: BilledItems): Subscription {
  subscription.price = price;
  subscription.extraScreens = extraScreens;
  emitSubscriptionEvent(book, 'updated', subscription);
  return subscription;
}

function chargeChange(
  book: OperationContext,
  subscription: Subscription,
  { items, proration, onDecline }: { items: BilledItems; proration: ProratedAmounts; onDecline: 'keep' | 'undo' },
): Subscription {
  const { anchor, periodStart, periodEnd, lines, total } = proration;
  const invoice = createInvoice(book, subscription, { reason: 'subscription_update', lines, total });
  const expiresAt = Math.min(book.now + OPEN_PAYMENT_TTL_S, subscription.currentPeriodEnd);
  subscription.pendingUpdate = { invoiceId: invoice.id, expiresAt, ...items, anchor, periodStart, periodEnd };
  const outcome = collectPayment(book, invoice, invoice.amountDue > 0 ? requireDefaultMethod(book) : null);
  if (outcome === 'succeeded') return subscription;
  if (outcome === 'requires_action' || onDecline === 'keep') {
    emitSubscriptionEvent(book, 'updated', subscription);
    return subscription;
  }
  voidInvoice(book, invoice);
  throw new DeclinedError(outcome.code, outcome.message, outcome.declineCode);
}

export function setCancelAtPeriodEnd(book: OperationContext, id: string, value: boolean): Subscription {
  const subscription = findSubscription(book, id);
  assertRunning(subscription);
  if (subscription.cancelAtPeriodEnd === value) return subscription;
  subscription.cancelAtPeriodEnd = value;
  emitSubscriptionEvent(book, 'updated', subscription);
  return subscription;
}

export function endSubscriptionNow(book: OperationContext, id: string): Subscription {
  const subscription = findSubscription(book, id);
  if (subscription.endedAt === null) endSubscription(book, subscription, 'canceled');
  return subscription;
}

/** Uses the calculation of the charge itself, on a copy that is discarded. */
export function previewSubscription(
  book: OperationContext,
  {
    subscriptionId,
    price,
    extraScreens = null,
    trialDays,
  }: { subscriptionId: string | null; price: Price; extraScreens?: ExtraScreens | null; trialDays: number },
): BankPreview {
  const { account, now } = book;
  if (subscriptionId === null) return presentPreview(computeStartAmounts(price, trialDays, now), { price }, account.credit, now);
  const items = { price, extraScreens };
  const subscription = findSubscription(book, subscriptionId);
  assertChangeable(subscription);
  discardPendingUpdate(book, subscription);
  return presentPreview(computeChangeAmounts(subscription, items, { at: now, now }), items, account.credit, now);
}
