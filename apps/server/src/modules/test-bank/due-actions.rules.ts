/**
 * Time-dependent actions of the bank, each at its due time and in that order: unpaid first payments and changes are abandoned, renewals are charged and
 * retried, and cancelled subscriptions end with their period.
 */
import { type Account, type Invoice, OPEN_PAYMENT_TTL_S, type Subscription } from './bank-account.ts';
import { attemptRenewal, createInvoice, endSubscription, voidInvoice } from './invoicing.rules.ts';
import { emitSubscriptionEvent, findDefaultMethod, findInvoice, type OperationContext } from './operation-context.ts';
import { getNextPeriodBoundary } from './periods.rules.ts';
import { createWholePeriodLines, getPeriodAmount } from './proration.rules.ts';

interface ScheduledAction {
  at: number;
  run(book: OperationContext): void;
}

/** Returns the time of the next due action; null when no action is scheduled. */
export function getNextDueAt(account: Account): number | null {
  return findFirstDue(account)?.at ?? null;
}

/** Actions due at the same time run in this order: an unpaid change is not part of the renewal. */
function findFirstDue({ subscriptions, invoices }: Account): ScheduledAction | null {
  const all = [...subscriptions.flatMap(listSubscriptionActions), ...invoices.flatMap(listInvoiceActions)];
  return all.reduce<ScheduledAction | null>((first, due) => (first && first.at <= due.at ? first : due), null);
}

function listSubscriptionActions(subscription: Subscription): ScheduledAction[] {
  const { status, endedAt, created, pendingUpdate, currentPeriodEnd } = subscription;
  if (endedAt !== null) return [];
  if (status === 'incomplete')
    return [{ at: created + OPEN_PAYMENT_TTL_S, run: (book) => endSubscription(book, subscription, 'incomplete_expired') }];
  const renewal: ScheduledAction = { at: currentPeriodEnd, run: (book) => endPeriod(book, subscription) };
  if (!pendingUpdate) return [renewal];
  return [{ at: pendingUpdate.expiresAt, run: (book) => voidInvoice(book, findInvoice(book, pendingUpdate.invoiceId)) }, renewal];
}

const listInvoiceActions = (invoice: Invoice): ScheduledAction[] =>
  invoice.nextPaymentAttempt === null
    ? []
    : [{ at: invoice.nextPaymentAttempt, run: (book) => attemptRenewal(book, invoice, findDefaultMethod(book)) }];

function endPeriod(book: OperationContext, subscription: Subscription): void {
  if (subscription.cancelAtPeriodEnd) return endSubscription(book, subscription, 'canceled');
  const { price, anchor, currentPeriodEnd: start } = subscription;
  const end = getNextPeriodBoundary(anchor, price.interval, start);
  subscription.currentPeriodStart = start;
  subscription.currentPeriodEnd = end;
  if (subscription.status === 'trialing') subscription.status = 'active';
  emitSubscriptionEvent(book, 'updated', subscription);
  const lines = createWholePeriodLines(subscription, start, end);
  const invoice = createInvoice(book, subscription, { reason: 'subscription_cycle', lines, total: getPeriodAmount(subscription) });
  attemptRenewal(book, invoice, findDefaultMethod(book));
}

/** Runs all actions that are due at the book's time. */
export function runDueActions(book: OperationContext): void {
  const until = book.now;
  for (let due = findFirstDue(book.account); due && due.at <= until; due = findFirstDue(book.account)) {
    book.now = due.at;
    due.run(book);
  }
  book.now = until;
}
