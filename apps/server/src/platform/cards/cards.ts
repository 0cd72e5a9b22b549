/**
 * Interface to the payment provider in the terms of Stripe's API: Stripe itself, or the built-in test bank. Amounts are whole cents, times epoch seconds. The
 * provider's state is authoritative: only state that was read from it is trusted. Every call that moves money takes an idempotency key: repeating the key
 * does nothing and returns the same result.
 */

export type BankName = 'stripe' | 'testBank';

/** Card on file, with the details shown to its owner. */
export interface BankCard {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export type BankSubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

/** Extra screens of a subscription: a second item with a quantity, at a price for one of them. */
export interface BankExtraScreens {
  /** The bank's id of the price of one extra screen, which has the interval of the plan's price. */
  priceId: string;
  /** At least 1. */
  quantity: number;
}

export interface BankSubscription {
  id: string;
  customerId: string;
  status: BankSubscriptionStatus;
  /** The bank's id of the plan's current price. */
  priceId: string;
  /** Null without extra screens. */
  extraScreens: BankExtraScreens | null;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  trialEnd: number | null;
  /** End of the subscription; null while it runs. */
  endedAt: number | null;
  latestInvoiceId: string | null;
  /** True when a change of price awaits its payment. */
  hasPendingUpdate: boolean;
  metadata: Record<string, string>;
}

export interface BankInvoiceLine {
  description: string;
  /** Below zero for the unused part of the previous price. */
  amount: number;
  periodStart: number;
  periodEnd: number;
}

export type BankInvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

export interface BankInvoice {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  /** Invoice number for customers, such as `VIT-0001`. */
  number: string;
  status: BankInvoiceStatus;
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual' | 'other';
  currency: string;
  /** Sum of the lines. */
  total: number;
  /** Amount charged to the card: the total less the customer's credit. */
  amountDue: number;
  /** The customer's credit after this invoice. Null while the bank has not decided. */
  creditLeft: number | null;
  amountPaid: number;
  created: number;
  attemptCount: number;
  /** Null when no further attempt is scheduled. */
  nextPaymentAttempt: number | null;
  /** Null for an invoice with nothing due. */
  paymentIntentId: string | null;
  lines: BankInvoiceLine[];
}

export type BankPaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export interface BankPaymentIntent {
  id: string;
  customerId: string | null;
  status: BankPaymentStatus;
  amount: number;
  amountReceived: number;
  amountRefunded: number;
  currency: string;
  clientSecret: string;
  /** Card of the last attempt. */
  card: Pick<BankCard, 'brand' | 'last4'> | null;
  /** Error of the last failed attempt. */
  lastError: { code: string; declineCode: string | null; message: string } | null;
  metadata: Record<string, string>;
}

/** Amounts that would be charged, shown before the purchase. */
export interface BankPreview {
  currency: string;
  /** Amount charged to the card immediately; 0 when credit covers it. */
  amountDue: number;
  /** Credit that remains for future invoices. */
  credit: number;
  lines: BankInvoiceLine[];
  /** Time and amount of the next payment. */
  nextAt: number;
  nextAmount: number;
  /** Instant from which the period was prorated; a change with it costs exactly this amount. */
  prorationDate: number;
}

export interface BankRefund {
  id: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'requires_action';
}

/** A price to create at the bank. */
export interface BankPrice {
  /** Our id, which is also the lookup key at the bank. */
  id: string;
  /** `extraScreen` for the price of one extra screen. Without it, the price of a plan. */
  kind?: 'extraScreen';
  /** Text on invoices. */
  planName: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year';
}

/** An event of the bank. It only names an object, whose current state is read separately. */
export interface BankEvent {
  id: string;
  type: string;
  created: number;
  objectId: string;
  objectKind: 'subscription' | 'invoice' | 'payment_intent' | 'charge' | 'refund' | 'other';
  customerId: string | null;
  /** Parent object, if the event names it: an invoice's subscription, a charge's payment intent. */
  parentId: string | null;
}

export interface Cards {
  readonly name: BankName;
  /** Key for the provider's fields in the browser; null without such fields. */
  readonly publishableKey: string | null;

  createCustomer(customer: { userId: string; email: string; name: string }, key: string): Promise<{ id: string }>;
  /** Returns the bank's id of the price, creating the price if needed. */
  ensurePrice(price: BankPrice): Promise<string>;

  /** Attaches a payment method to the customer as the default. CardError when it is refused or belongs to another customer. */
  attachPaymentMethod(customerId: string, paymentMethodId: string): Promise<BankCard>;
  /** Returns the default card; null without one. */
  readCard(customerId: string): Promise<BankCard | null>;

  /** Returns the customer's credit in cents, never below zero. Later invoices are paid from it first. */
  readCredit(customerId: string): Promise<number>;
  /** Adds to the customer's credit. */
  addCredit(wanted: { customerId: string; amount: number; currency: string }, key: string): Promise<void>;

  /** Creates a subscription without a charge: `incomplete` with an open first invoice, or `trialing`. `confirmPaymentIntent` pays the invoice. */
  createSubscription(
    wanted: { customerId: string; priceId: string; trialDays: number; metadata: Record<string, string> },
    key: string,
  ): Promise<BankSubscription>;
  readSubscription(id: string): Promise<BankSubscription>;
  /**
   * Changes the plan's price and the extra screens immediately, with proration of the current period. The change takes effect when its invoice is paid.
   * Until then the subscription has a pending update and an open latest invoice. CardError when the card was declined; nothing is changed then. A change
   * that removes all extra screens must keep the plan's price, because Stripe removes items only in a change that charges nothing.
   */
  changePrice(
    id: string,
    change: { priceId: string; extraScreens: BankExtraScreens | null; prorationDate: number },
    key: string,
  ): Promise<BankSubscription>;
  /** Schedules the cancellation at the end of the period, or withdraws it. */
  setCancelAtPeriodEnd(id: string, value: boolean): Promise<BankSubscription>;
  /** Ends the subscription immediately without a refund. Does nothing when it has ended. */
  endSubscription(id: string): Promise<BankSubscription>;
  /** Returns the cost of starting at a price, or of changing to it and to a number of extra screens. */
  preview(what: {
    customerId: string | null;
    subscriptionId: string | null;
    priceId: string;
    extraScreens: BankExtraScreens | null;
    trialDays: number;
  }): Promise<BankPreview>;

  readInvoice(id: string): Promise<BankInvoice>;
  /** Lists a subscription's invoices, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<BankInvoice[]>;
  /** Charges an open invoice to the customer's card now. CardError when it was declined. */
  payInvoice(id: string, key: string): Promise<BankInvoice>;

  createPaymentIntent(
    wanted: { customerId: string; amount: number; currency: string; metadata: Record<string, string> },
    key: string,
  ): Promise<BankPaymentIntent>;
  readPaymentIntent(id: string): Promise<BankPaymentIntent>;
  /** Charges the card, at most once successfully. CardError when it was declined. With `requires_action`, the payer must confirm in the browser. */
  confirmPaymentIntent(id: string, paymentMethodId: string, key: string): Promise<BankPaymentIntent>;
  /** Cancels an unpaid payment. CardError `payment_intent_unexpected_state` when it was already paid. */
  cancelPaymentIntent(id: string): Promise<BankPaymentIntent>;
  refund(wanted: { paymentIntentId: string; amount: number }, key: string): Promise<BankRefund>;

  /** Verifies the signature and parses the event. ForgedEventError. */
  readEvent(rawBody: string, signature: string | undefined): BankEvent;
}

/** Thrown when the bank refuses a request, for example because the card was declined. The message is shown to the customer. */
export class CardError extends Error {
  /** Stripe's error code: `card_declined`, `expired_card`, `incorrect_cvc`, `processing_error`, `payment_intent_unexpected_state` … */
  readonly code: string;
  readonly declineCode: string | null;

  constructor(code: string, message: string, declineCode: string | null = null) {
    super(message);
    this.name = 'CardError';
    this.code = code;
    this.declineCode = declineCode;
  }
}

/** Thrown when the bank has no object with this id. */
export class BankObjectNotFoundError extends Error {
  constructor(id: string) {
    super(`The bank has no ${id}`);
    this.name = 'BankObjectNotFoundError';
  }
}

/** Thrown when the bank is unreachable, slow or failing: the outcome of the request is unknown. */
export class BankUnavailableError extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The bank does not answer: ${reason}`, options);
    this.name = 'BankUnavailableError';
  }
}

/** Thrown for an event without a valid, recent signature of the bank. */
export class ForgedEventError extends Error {
  constructor(reason: string) {
    super(`The event is not the bank's: ${reason}`);
    this.name = 'ForgedEventError';
  }
}
