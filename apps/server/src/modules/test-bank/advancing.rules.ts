/**
 * What the bank does by itself as time passes, each thing at the instant it is due and in that order: first payments and changes that
 * were not paid are given up, renewals are charged and tried again, and what was cancelled ends with its period.
 */
import { type Account, type Invoice, OPEN_PAYMENT_S, type Subscription } from './bank-account.ts';
import { type Book, findDefaultMethod, findInvoice, tellSubscription } from './book.ts';
import { attemptRenewal, endSubscription, openInvoice, voidInvoice } from './invoicing.rules.ts';
import { nextBoundary } from './periods.rules.ts';
import { wholePeriodLine } from './proration.rules.ts';

interface Due {
  at: number;
  run(book: Book): void;
}

/** The first thing that will be due; null while nothing will. */
export function nextDue(account: Account): number | null {
  return firstDue(account)?.at ?? null;
}

/** Of two at the same instant, the one that stands first here is done first: a change that was not paid is no part of the renewal. */
function firstDue({ subscriptions, invoices }: Account): Due | null {
  const all = [...subscriptions.flatMap(dueOfSubscription), ...invoices.flatMap(dueOfInvoice)];
  return all.reduce<Due | null>((first, due) => (first && first.at <= due.at ? first : due), null);
}

function dueOfSubscription(subscription: Subscription): Due[] {
  const { status, endedAt, created, pendingUpdate, currentPeriodEnd } = subscription;
  if (endedAt !== null) return [];
  if (status === 'incomplete')
    return [{ at: created + OPEN_PAYMENT_S, run: (book) => endSubscription(book, subscription, 'incomplete_expired') }];
  const renewal: Due = { at: currentPeriodEnd, run: (book) => endPeriod(book, subscription) };
  if (!pendingUpdate) return [renewal];
  return [{ at: pendingUpdate.expiresAt, run: (book) => voidInvoice(book, findInvoice(book, pendingUpdate.invoiceId)) }, renewal];
}

const dueOfInvoice = (invoice: Invoice): Due[] =>
  invoice.nextPaymentAttempt === null
    ? []
    : [{ at: invoice.nextPaymentAttempt, run: (book) => attemptRenewal(book, invoice, findDefaultMethod(book)) }];

function endPeriod(book: Book, subscription: Subscription): void {
  if (subscription.cancelAtPeriodEnd) return endSubscription(book, subscription, 'canceled');
  const { price, anchor, currentPeriodEnd: start } = subscription;
  const end = nextBoundary(anchor, price.interval, start);
  subscription.currentPeriodStart = start;
  subscription.currentPeriodEnd = end;
  if (subscription.status === 'trialing') subscription.status = 'active';
  tellSubscription(book, 'updated', subscription);
  const lines = [wholePeriodLine(price, start, end)];
  const invoice = openInvoice(book, subscription, { reason: 'subscription_cycle', lines, total: price.amount });
  attemptRenewal(book, invoice, findDefaultMethod(book));
}

/** Does everything that was due until the book's time. */
export function advance(book: Book): void {
  const until = book.now;
  for (let due = firstDue(book.account); due && due.at <= until; due = firstDue(book.account)) {
    book.now = due.at;
    due.run(book);
  }
  book.now = until;
}
