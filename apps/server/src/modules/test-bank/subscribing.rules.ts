import { type BankPreview, CardError } from '../../platform/cards/cards.ts';
import { OPEN_PAYMENT_S, type Price, type Subscription } from './bank-account.ts';
import { type Book, Declined, findInvoice, findSubscription, nextId, requireDefaultMethod, tellSubscription } from './book.ts';
import { collect, endSubscription, openInvoice, voidInvoice } from './invoicing.rules.ts';
import { presentPreview, type Reckoning, reckonChange, reckonStart } from './proration.rules.ts';

const MOST_TRIAL_DAYS = 730;

/** `incomplete` with an open first invoice, or `trialing`; at once `active` where credit pays it. */
export function createSubscription(
  book: Book,
  { price, trialDays, metadata }: { price: Price; trialDays: number; metadata: Record<string, string> },
): Subscription {
  if (trialDays > MOST_TRIAL_DAYS) throw new CardError('invalid_request', `Trial periods are at most ${MOST_TRIAL_DAYS} days long.`);
  const { anchor, periodStart, periodEnd, lines, total } = reckonStart(price, trialDays, book.now);
  const isTrial = trialDays > 0;
  const subscription: Subscription = {
    id: nextId(book, 'sub'),
    status: isTrial ? 'trialing' : 'incomplete',
    price,
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
  tellSubscription(book, 'created', subscription);
  const invoice = openInvoice(book, subscription, { reason: 'subscription_create', lines, total });
  if (invoice.amountDue === 0) collect(book, invoice, null);
  return subscription;
}

function assertRuns({ status, endedAt }: Subscription): void {
  if (endedAt !== null)
    throw new CardError('invalid_request', 'A canceled subscription can only update its cancellation_details and metadata.');
  if (status === 'incomplete')
    throw new CardError('invalid_request', 'This subscription cannot be updated until its first invoice is paid.');
}

function assertChangeable(subscription: Subscription): void {
  assertRuns(subscription);
  if (subscription.status === 'past_due')
    throw new CardError('invalid_request', 'This subscription cannot be changed until its open invoice is paid.');
}

/** A change that waits is dropped for the new one, also for one back to the price that it has. */
function dropPendingUpdate(book: Book, { pendingUpdate }: Subscription): void {
  if (pendingUpdate) voidInvoice(book, findInvoice(book, pendingUpdate.invoiceId));
}

/**
 * Stripe's `pending_if_incomplete` with `always_invoice`: the change is invoiced and charged now, and happens when it is paid. Declined
 * for `undo`: the invoice is void again and nothing was changed; for `keep`, as at Stripe, the change waits for another card.
 */
export function changePrice(
  book: Book,
  { id, price, prorationDate, onDecline }: { id: string; price: Price; prorationDate: number; onDecline: 'keep' | 'undo' },
): Subscription {
  const subscription = findSubscription(book, id);
  assertChangeable(subscription);
  dropPendingUpdate(book, subscription);
  if (subscription.price.id === price.id) return subscription;
  const reckoning = reckonChange(subscription, price, { at: prorationDate, now: book.now });
  if (subscription.status === 'trialing') return changeTrial(book, subscription, price);
  return chargeChange(book, subscription, { price, reckoning, onDecline });
}

function changeTrial(book: Book, subscription: Subscription, price: Price): Subscription {
  subscription.price = price;
  tellSubscription(book, 'updated', subscription);
  return subscription;
}

function chargeChange(
  book: Book,
  subscription: Subscription,
  { price, reckoning, onDecline }: { price: Price; reckoning: Reckoning; onDecline: 'keep' | 'undo' },
): Subscription {
  const { anchor, periodStart, periodEnd, lines, total } = reckoning;
  const invoice = openInvoice(book, subscription, { reason: 'subscription_update', lines, total });
  const expiresAt = Math.min(book.now + OPEN_PAYMENT_S, subscription.currentPeriodEnd);
  subscription.pendingUpdate = { invoiceId: invoice.id, expiresAt, price, anchor, periodStart, periodEnd };
  const outcome = collect(book, invoice, invoice.amountDue > 0 ? requireDefaultMethod(book) : null);
  if (outcome === 'succeeded') return subscription;
  if (outcome === 'requires_action' || onDecline === 'keep') {
    tellSubscription(book, 'updated', subscription);
    return subscription;
  }
  voidInvoice(book, invoice);
  throw new Declined(outcome.code, outcome.message, outcome.declineCode);
}

export function setCancelAtPeriodEnd(book: Book, id: string, value: boolean): Subscription {
  const subscription = findSubscription(book, id);
  assertRuns(subscription);
  if (subscription.cancelAtPeriodEnd === value) return subscription;
  subscription.cancelAtPeriodEnd = value;
  tellSubscription(book, 'updated', subscription);
  return subscription;
}

export function endNow(book: Book, id: string): Subscription {
  const subscription = findSubscription(book, id);
  if (subscription.endedAt === null) endSubscription(book, subscription, 'canceled');
  return subscription;
}

/** By the reckoning of the charge itself, on a book that is thrown away. */
export function preview(
  book: Book,
  { subscriptionId, price, trialDays }: { subscriptionId: string | null; price: Price; trialDays: number },
): BankPreview {
  const { account, now } = book;
  if (subscriptionId === null) return presentPreview(reckonStart(price, trialDays, now), price, account.credit, now);
  const subscription = findSubscription(book, subscriptionId);
  assertChangeable(subscription);
  dropPendingUpdate(book, subscription);
  return presentPreview(reckonChange(subscription, price, { at: now, now }), price, account.credit, now);
}
