/** Stripe's responses for objects of the test bank. The library's types describe their shapes; many unused fields are missing. */
import type Stripe from 'stripe';
import {
  type Account,
  type Intent,
  type Invoice,
  type Price,
  parseCustomerId,
  type Subscription,
} from '../modules/test-bank/bank-account.ts';
import type { StoredCard } from '../modules/test-bank/test-cards.rules.ts';
import type { BankInvoiceLine } from '../platform/cards/cards.ts';

const list = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });

export const stripeList = list;

export const stripePrice = (price: Price, lookupKey: string, product: string) =>
  ({
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: (price.kind ? { kind: price.kind } : {}) as Stripe.Metadata,
    nickname: price.planName,
    product,
    recurring: { interval: price.interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.amount,
    unit_amount_decimal: null,
  }) satisfies Stripe.Price;

export const stripeMethod = ({ paymentMethodId, brand, last4, expMonth, expYear }: StoredCard, customer: string | null) =>
  ({
    id: paymentMethodId,
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: null,
      country: 'US',
      display_brand: brand,
      exp_month: expMonth,
      exp_year: expYear,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: null,
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: 0,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }) satisfies Stripe.PaymentMethod;

/** Contains the complete default card, because our adapter always expands it. */
export function stripeCustomer(account: Account) {
  const method = account.methods.find(({ paymentMethodId }) => paymentMethodId === account.defaultMethodId);
  return {
    id: account.id,
    object: 'customer' as const,
    balance: -account.credit,
    created: 0,
    livemode: false,
    metadata: { userId: account.userId },
    invoice_settings: {
      custom_fields: null,
      default_payment_method: method ? (stripeMethod(method, account.id) as Stripe.PaymentMethod) : null,
      footer: null,
      rendering_options: null,
    },
  } satisfies Partial<Stripe.Customer>;
}

const stripeItem = (subscription: Subscription, { id, price, quantity }: { id: string; price: Price; quantity: number }) =>
  ({
    id,
    object: 'subscription_item',
    created: subscription.created,
    current_period_start: subscription.currentPeriodStart,
    current_period_end: subscription.currentPeriodEnd,
    metadata: {},
    price: stripePrice(price, price.id, 'prod_fake'),
    quantity,
    subscription: subscription.id,
  }) satisfies Partial<Stripe.SubscriptionItem>;

/** The item of the extra screens is first, because Stripe guarantees no order. */
function stripeItems(subscription: Subscription): Stripe.SubscriptionItem[] {
  const { extraScreens } = subscription;
  const id = subscription.id.replace(/^sub_/, 'si_');
  const plan = stripeItem(subscription, { id, price: subscription.price, quantity: 1 });
  const all = extraScreens ? [stripeItem(subscription, { id: getExtraItemId(subscription.id), ...extraScreens }), plan] : [plan];
  return all as Stripe.SubscriptionItem[];
}

export const getExtraItemId = (subscriptionId: string): string => subscriptionId.replace(/^sub_/, 'si_extra');

export const stripeSubscription = (subscription: Subscription) =>
  ({
    id: subscription.id,
    object: 'subscription',
    billing_cycle_anchor: subscription.anchor,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    collection_method: 'charge_automatically',
    created: subscription.created,
    currency: subscription.price.currency,
    customer: parseCustomerId(subscription.id) ?? '',
    ended_at: subscription.endedAt,
    items: list(stripeItems(subscription), '/v1/subscription_items'),
    latest_invoice: subscription.latestInvoiceId,
    livemode: false,
    metadata: subscription.metadata,
    pending_update: subscription.pendingUpdate && {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: subscription.pendingUpdate.expiresAt,
      metadata: null,
      subscription_items: null,
      trial_end: null,
      trial_from_plan: null,
    },
    start_date: subscription.created,
    status: subscription.status,
    trial_end: subscription.trialEnd,
    trial_start: subscription.trialEnd === null ? null : subscription.created,
  }) satisfies Partial<Stripe.Subscription>;

export const stripeLine = (line: BankInvoiceLine, currency: string) =>
  ({
    id: 'il_fake',
    object: 'line_item',
    amount: line.amount,
    currency,
    description: line.description,
    period: { start: line.periodStart, end: line.periodEnd },
    quantity: 1,
    subtotal: line.amount,
  }) satisfies Partial<Stripe.InvoiceLineItem>;

const stripeParent = (subscription: string) =>
  ({
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: {}, subscription },
  }) satisfies Partial<Stripe.Invoice.Parent>;

/** `payments` are included only when requested. */
export const stripeInvoice = (invoice: Invoice, isExpanded: boolean) =>
  ({
    id: invoice.id,
    object: 'invoice',
    ending_balance: -(invoice.creditLeft ?? 0),
    amount_due: invoice.amountDue,
    amount_paid: invoice.amountPaid,
    amount_remaining: invoice.amountDue - invoice.amountPaid,
    attempt_count: invoice.attemptCount,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    customer: parseCustomerId(invoice.id),
    lines: list(
      invoice.lines.map((line) => stripeLine(line, invoice.currency) as Stripe.InvoiceLineItem),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    next_payment_attempt: invoice.nextPaymentAttempt,
    number: invoice.number,
    parent: stripeParent(invoice.subscriptionId),
    status: invoice.status,
    subtotal: invoice.total,
    total: invoice.total,
    ...(isExpanded && {
      payments: list(invoice.intentId === null ? [] : [stripePayment(invoice, invoice.intentId)], '/v1/invoice_payments'),
    }),
  }) satisfies Partial<Stripe.Invoice>;

const stripePayment = (invoice: Invoice, intentId: string) =>
  ({
    id: 'inpay_fake',
    object: 'invoice_payment',
    amount_paid: invoice.amountPaid,
    amount_requested: invoice.amountDue,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: invoice.status === 'paid' ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }) satisfies Stripe.InvoicePayment;

/** The charge is an id, or complete when requested. */
export function stripeIntent(intent: Intent, isExpanded: boolean) {
  const charge = intent.chargeId !== null && isExpanded ? (stripeCharge(intent, intent.chargeId) as Stripe.Charge) : intent.chargeId;
  return {
    id: intent.id,
    object: 'payment_intent' as const,
    amount: intent.amount,
    amount_received: intent.amountReceived,
    client_secret: intent.clientSecret,
    created: intent.created,
    currency: intent.currency,
    customer: parseCustomerId(intent.id),
    last_payment_error: intent.lastError && stripePaymentError(intent),
    latest_charge: charge,
    livemode: false,
    metadata: intent.metadata,
    payment_method: intent.methodId,
    payment_method_types: ['card'],
    status: intent.status,
  } satisfies Partial<Stripe.PaymentIntent>;
}

export function stripePaymentError({ lastError, card, methodId }: Intent) {
  const method = { id: methodId ?? '', object: 'payment_method', card: { brand: card?.brand ?? '', last4: card?.last4 ?? '' } };
  return {
    type: 'card_error' as const,
    code: lastError?.code,
    ...(lastError?.declineCode && { decline_code: lastError.declineCode }),
    message: lastError?.message,
    payment_method: method as Stripe.PaymentMethod,
  } satisfies Partial<Stripe.PaymentIntent.LastPaymentError>;
}

const stripeCharge = (intent: Intent, id: string) =>
  ({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: intent.amountRefunded,
    captured: true,
    payment_intent: intent.id,
    payment_method_details: {
      type: 'card',
      card: { brand: intent.card?.brand ?? null, last4: intent.card?.last4 ?? null } as Stripe.Charge.PaymentMethodDetails.Card,
    },
    status: 'succeeded',
  }) satisfies Partial<Stripe.Charge>;
