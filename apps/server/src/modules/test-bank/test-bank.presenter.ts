import type { TestIntent } from '@vitrine/contract';
import type { BankCard, BankInvoice, BankPaymentIntent, BankSubscription } from '../../platform/cards/cards.ts';
import type { Account, Intent, Invoice, Subscription } from './bank-account.ts';
import type { StoredCard } from './test-cards.rules.ts';

export const presentCard = ({ paymentMethodId, brand, last4, expMonth, expYear }: StoredCard): BankCard => ({
  paymentMethodId,
  brand,
  last4,
  expMonth,
  expYear,
});

export const presentSubscription = (account: Account, subscription: Subscription): BankSubscription => ({
  id: subscription.id,
  customerId: account.id,
  status: subscription.status,
  priceId: subscription.price.id,
  extraScreens: subscription.extraScreens
    ? { priceId: subscription.extraScreens.price.id, quantity: subscription.extraScreens.quantity }
    : null,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  currentPeriodStart: subscription.currentPeriodStart,
  currentPeriodEnd: subscription.currentPeriodEnd,
  trialEnd: subscription.trialEnd,
  endedAt: subscription.endedAt,
  latestInvoiceId: subscription.latestInvoiceId,
  hasPendingUpdate: subscription.pendingUpdate !== null,
  metadata: subscription.metadata,
});

export const presentInvoice = (account: Account, invoice: Invoice): BankInvoice => ({
  id: invoice.id,
  customerId: account.id,
  subscriptionId: invoice.subscriptionId,
  number: invoice.number,
  status: invoice.status,
  billingReason: invoice.reason,
  currency: invoice.currency,
  total: invoice.total,
  amountDue: invoice.amountDue,
  creditLeft: invoice.creditLeft ?? null,
  amountPaid: invoice.amountPaid,
  created: invoice.created,
  attemptCount: invoice.attemptCount,
  nextPaymentAttempt: invoice.nextPaymentAttempt,
  paymentIntentId: invoice.intentId,
  lines: invoice.lines,
});

export const presentIntent = (account: Account, intent: Intent): BankPaymentIntent => ({
  id: intent.id,
  customerId: account.id,
  status: intent.status,
  amount: intent.amount,
  amountReceived: intent.amountReceived,
  amountRefunded: intent.amountRefunded,
  currency: intent.currency,
  clientSecret: intent.clientSecret,
  card: intent.card,
  lastError: intent.lastError,
  metadata: intent.metadata,
});

/** Presents an intent to a browser with its secret. */
export const presentTestIntent = ({ id, status, amount, currency, lastError }: Intent): TestIntent => ({
  id,
  status,
  amount,
  currency,
  last_payment_error: lastError && { code: lastError.code, decline_code: lastError.declineCode, message: lastError.message },
});
