import type { BankInvoiceLine } from '../../platform/cards/cards.ts';
import { DAY_S, type Intent, type Invoice, type Subscription } from './bank-account.ts';
import { type ChargeOutcome, cancelIntent, chargeIntent, openPaymentIntent } from './charging.rules.ts';
import {
  createId,
  emitInvoiceEvent,
  emitSubscriptionEvent,
  findIntent,
  findInvoice,
  findSubscription,
  type OperationContext,
} from './operation-context.ts';
import { applyCredit } from './proration.rules.ts';
import type { StoredCard } from './test-cards.rules.ts';
import { NO_CARD } from './test-cards.rules.ts';

/** Days after a failed renewal on which it is retried. After the last attempt the subscription ends. */
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Creates an invoice and pays what the credit covers immediately. The rest needs an intent; a free invoice has none. */
export function createInvoice(
  book: OperationContext,
  subscription: Subscription,
  { reason, lines, total }: Pick<Invoice, 'reason' | 'total'> & { lines: BankInvoiceLine[] },
): Invoice {
  const { account, now } = book;
  const { creditApplied, amountDue, remainingCredit } = applyCredit(total, account.credit);
  account.credit = remainingCredit;
  account.invoiceCount += 1;
  const id = createId(book, 'in');
  const { currency } = subscription.price;
  const invoice: Invoice = {
    id,
    number: `${account.id.slice('cus_'.length, -8).toUpperCase()}-${String(account.invoiceCount).padStart(4, '0')}`,
    subscriptionId: subscription.id,
    status: 'open',
    reason,
    currency,
    total,
    creditApplied,
    creditLeft: remainingCredit,
    amountDue,
    amountPaid: 0,
    created: now,
    attemptCount: 0,
    nextPaymentAttempt: null,
    firstFailedAt: null,
    intentId: null,
    lines,
  };
  account.invoices.push(invoice);
  subscription.latestInvoiceId = id;
  emitInvoiceEvent(book, 'created', invoice);
  if (amountDue > 0)
    invoice.intentId = openPaymentIntent(book, { amount: amountDue, currency, invoiceId: id, metadata: subscription.metadata }).id;
  return invoice;
}

/** Charges the amount due of an open invoice, or marks the invoice as paid when nothing is due. */
export function collectPayment(book: OperationContext, invoice: Invoice, method: StoredCard | null): ChargeOutcome {
  if (invoice.intentId === null) {
    markInvoicePaid(book, invoice);
    return 'succeeded';
  }
  const intent = findIntent(book, invoice.intentId);
  return method ? applyChargeOutcome(book, intent, chargeIntent(book, intent, method)) : NO_CARD;
}

/** Applies the outcome of an intent to its invoice, if it has one. */
export function applyChargeOutcome(book: OperationContext, intent: Intent, outcome: ChargeOutcome): ChargeOutcome {
  if (intent.invoiceId === null || outcome === 'requires_action') return outcome;
  const invoice = findInvoice(book, intent.invoiceId);
  if (outcome === 'succeeded') {
    // The method that paid a subscription also pays its renewals.
    book.account.defaultMethodId = intent.methodId;
    markInvoicePaid(book, invoice);
  } else emitInvoiceEvent(book, 'payment_failed', invoice);
  return outcome;
}

/** Marks an invoice as paid and applies the pending change or activates the subscription. */
function markInvoicePaid(book: OperationContext, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amountPaid = invoice.amountDue;
  invoice.nextPaymentAttempt = null;
  emitInvoiceEvent(book, 'paid', invoice);
  const subscription = findSubscription(book, invoice.subscriptionId);
  const { pendingUpdate } = subscription;
  if (pendingUpdate?.invoiceId === invoice.id) {
    subscription.price = pendingUpdate.price;
    subscription.extraScreens = pendingUpdate.extraScreens ?? null;
    subscription.anchor = pendingUpdate.anchor;
    subscription.currentPeriodStart = pendingUpdate.periodStart;
    subscription.currentPeriodEnd = pendingUpdate.periodEnd;
    subscription.pendingUpdate = null;
    // Retries end before the next renewal, so a past due subscription never has a second open invoice.
  } else if (subscription.status === 'incomplete' || subscription.status === 'past_due') subscription.status = 'active';
  else return;
  emitSubscriptionEvent(book, 'updated', subscription);
}

/** Voids an invoice: it is no longer charged, and the credit it used is returned. */
export function voidInvoice(book: OperationContext, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.nextPaymentAttempt = null;
  book.account.credit += invoice.creditApplied;
  if (invoice.intentId !== null) cancelIntent(book, findIntent(book, invoice.intentId));
  emitInvoiceEvent(book, 'voided', invoice);
  const subscription = findSubscription(book, invoice.subscriptionId);
  if (subscription.pendingUpdate?.invoiceId !== invoice.id) return;
  subscription.pendingUpdate = null;
  emitSubscriptionEvent(book, 'updated', subscription);
}

/** Attempts to charge a renewal automatically. The subscription ends after the last failed attempt. */
export function attemptRenewal(book: OperationContext, invoice: Invoice, method: StoredCard | null): void {
  invoice.attemptCount += 1;
  const outcome = collectPayment(book, invoice, method);
  if (outcome === 'succeeded') return;
  const subscription = findSubscription(book, invoice.subscriptionId);
  // An intent that was never charged, or that awaits authentication, has emitted no failure event.
  if (outcome === NO_CARD || outcome === 'requires_action') emitInvoiceEvent(book, 'payment_failed', invoice);
  invoice.firstFailedAt ??= book.now;
  const days = RETRY_DAYS[invoice.attemptCount - 1];
  if (days === undefined) return endSubscription(book, subscription, 'canceled');
  invoice.nextPaymentAttempt = invoice.firstFailedAt + days * DAY_S;
  if (subscription.status === 'past_due') return;
  subscription.status = 'past_due';
  emitSubscriptionEvent(book, 'updated', subscription);
}

/** Ends the subscription immediately and voids its open invoices. */
export function endSubscription(book: OperationContext, subscription: Subscription, status: 'canceled' | 'incomplete_expired'): void {
  for (const invoice of book.account.invoices)
    if (invoice.subscriptionId === subscription.id && invoice.status === 'open') voidInvoice(book, invoice);
  subscription.status = status;
  subscription.endedAt = book.now;
  emitSubscriptionEvent(book, status === 'canceled' ? 'deleted' : 'updated', subscription);
}
