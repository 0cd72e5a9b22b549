/** Converts Stripe's objects to the types of `cards.ts`. */
import type Stripe from 'stripe';
import type { BankCard, BankExtraScreens, BankInvoice, BankPaymentIntent, BankPrice, BankRefund, BankSubscription } from './cards.ts';

const SUBSCRIPTION = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled'] as const;
const INVOICE = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
const REASON = ['subscription_create', 'subscription_cycle', 'subscription_update', 'manual'] as const;
const INTENT = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
const REFUND = ['pending', 'succeeded', 'failed', 'canceled', 'requires_action'] as const;

/** Throws for a value that is not in the list. Stripe may add values at any time. */
function assertKnownValue<const Word extends string>(values: readonly Word[], value: string | null): Word {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new Error(`Stripe returned '${value}', which is none of ${values.join(', ')}`);
  return known;
}

/** Returns the credit of a balance. Stripe represents credit as a negative balance. */
export const creditOf = (balance: number): number => Math.max(0, -balance);

export const getId = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id);
const idOrNull = (object: string | { id: string } | null | undefined): string | null => (object ? getId(object) : null);

/** Key of a price's metadata that holds its kind. The price identifies the item, because a pending update can't change an item's metadata. */
export const PRICE_KIND = 'kind';
const EXTRA_SCREEN: NonNullable<BankPrice['kind']> = 'extraScreen';

const isExtraScreens = ({ price }: Stripe.SubscriptionItem): boolean => price.metadata[PRICE_KIND] === EXTRA_SCREEN;

/** Returns the item of the plan. */
export function getPlanItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = items.data.find((candidate) => !isExtraScreens(candidate));
  if (!item) throw new Error(`Stripe's subscription ${id} has no item of a plan`);
  return item;
}

export const findExtraScreensItem = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined =>
  items.data.find(isExtraScreens);

function presentExtraScreens(subscription: Stripe.Subscription): BankExtraScreens | null {
  const item = findExtraScreensItem(subscription);
  const quantity = item?.quantity ?? 0;
  return item && quantity > 0 ? { priceId: item.price.id, quantity } : null;
}

export function presentSubscription(subscription: Stripe.Subscription): BankSubscription {
  const item = getPlanItem(subscription);
  return {
    id: subscription.id,
    customerId: getId(subscription.customer),
    status: assertKnownValue(SUBSCRIPTION, subscription.status),
    priceId: item.price.id,
    extraScreens: presentExtraScreens(subscription),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    trialEnd: subscription.trial_end,
    endedAt: subscription.ended_at,
    latestInvoiceId: idOrNull(subscription.latest_invoice),
    hasPendingUpdate: subscription.pending_update !== null,
    metadata: subscription.metadata,
  };
}

/** Converts an invoice, which must have `payments` expanded. */
export function presentInvoice(invoice: Stripe.Invoice): BankInvoice {
  const isKnownReason = REASON.some((reason) => reason === invoice.billing_reason);
  return {
    id: invoice.id,
    customerId: idOrNull(invoice.customer) ?? '',
    subscriptionId: idOrNull(invoice.parent?.subscription_details?.subscription),
    number: invoice.number ?? '',
    status: assertKnownValue(INVOICE, invoice.status),
    billingReason: isKnownReason ? assertKnownValue(REASON, invoice.billing_reason) : 'other',
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.amount_due,
    creditLeft: invoice.ending_balance === null ? null : creditOf(invoice.ending_balance),
    amountPaid: invoice.amount_paid,
    created: invoice.created,
    attemptCount: invoice.attempt_count,
    nextPaymentAttempt: invoice.next_payment_attempt,
    paymentIntentId: getPaymentIntentId(invoice),
    lines: invoice.lines.data.map(presentLine),
  };
}

function getPaymentIntentId({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? [];
  const payment = all.find(({ is_default: isDefault }) => isDefault) ?? all[0];
  return idOrNull(payment?.payment.payment_intent);
}

export const presentLine = ({ description, amount, period }: Stripe.InvoiceLineItem): BankInvoice['lines'][number] => ({
  description: description ?? '',
  amount,
  periodStart: period.start,
  periodEnd: period.end,
});

/** Converts a payment intent, which must have `latest_charge` expanded. */
export function presentIntent(intent: Stripe.PaymentIntent): BankPaymentIntent {
  const { latest_charge: charge, last_payment_error: error } = intent;
  const charged = typeof charge === 'object' ? charge : null;
  const card = charged?.payment_method_details?.card ?? error?.payment_method?.card;
  return {
    id: intent.id,
    customerId: idOrNull(intent.customer),
    status: assertKnownValue(INTENT, intent.status),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    amountRefunded: charged?.amount_refunded ?? 0,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    card: card ? { brand: card.brand ?? 'card', last4: card.last4 ?? '' } : null,
    lastError: error && {
      code: error.code ?? 'card_declined',
      declineCode: error.decline_code ?? null,
      message: error.message ?? 'Your card was declined.',
    },
    metadata: intent.metadata,
  };
}

/** Returns null for a payment method that is not a card. */
export const presentCard = ({ id, card }: Stripe.PaymentMethod): BankCard | null =>
  card ? { paymentMethodId: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null;

export const presentRefund = ({ id, amount, status }: Stripe.Refund): BankRefund => ({
  id,
  amount,
  status: assertKnownValue(REFUND, status),
});
