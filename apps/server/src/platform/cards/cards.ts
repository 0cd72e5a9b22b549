/**
 * Interface to the payment provider in the terms of Stripe's API: Stripe itself, or the built-in test bank. Amounts are whole cents, times epoch seconds. The
 * provider's state is authoritative: nothing is trusted that was not read from it. Every call that moves money takes an idempotency key: repeating the key
 * does nothing and returns the same result.
 */

export type BankName = 'stripe' | 'testBank';

/** A card on file, as far as a person is shown it. */
export interface BankCard {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export type BankSubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface BankSubscription {
  id: string;
  customerId: string;
  status: BankSubscriptionStatus;
  /** The bank's id of the price that it runs at. */
  priceId: string;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  trialEnd: number | null;
  /** When it was over; null while it runs. */
  endedAt: number | null;
  latestInvoiceId: string | null;
  /** A change of price that waits for its payment. */
  hasPendingUpdate: boolean;
  metadata: Record<string, string>;
}

export interface BankInvoiceLine {
  description: string;
  /** Below zero for what is given back of a price that was left. */
  amount: number;
  periodStart: number;
  periodEnd: number;
}

export type BankInvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

export interface BankInvoice {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  /** As people read it: `VIT-0001`. */
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
  /** Null when it is not tried again. */
  nextPaymentAttempt: number | null;
  /** Null for an invoice of nothing. */
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
  /** Asked of the card at once; 0 when credit covers it. */
  amountDue: number;
  /** Credit that remains for future invoices. */
  credit: number;
  lines: BankInvoiceLine[];
  /** When the next period is paid, and with how much. */
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
  /** Ours; it names the price at the bank too. */
  id: string;
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
  /** Makes the price at the bank if it has none of this id yet; answers the bank's id of it. */
  ensurePrice(price: BankPrice): Promise<string>;

  /** Attaches it to the customer and makes it the one that is charged. CardError for one that is refused or another's. */
  attachPaymentMethod(customerId: string, paymentMethodId: string): Promise<BankCard>;
  /** The card that is charged; null without one. */
  readCard(customerId: string): Promise<BankCard | null>;

  /** Returns the customer's credit in cents, never below zero. Later invoices are paid from it first. */
  readCredit(customerId: string): Promise<number>;
  /** Adds to the customer's credit. */
  addCredit(wanted: { customerId: string; amount: number; currency: string }, key: string): Promise<void>;

  /** Nothing is charged yet: it is `incomplete` with an open first invoice (or `trialing` with trial days), and is confirmed by `confirmPaymentIntent`. */
  createSubscription(
    wanted: { customerId: string; priceId: string; trialDays: number; metadata: Record<string, string> },
    key: string,
  ): Promise<BankSubscription>;
  readSubscription(id: string): Promise<BankSubscription>;
  /**
   * Another price, from now on, paid at once: what is left of the old period counts. It is changed only when that is paid; until then it
   * has a pending update, and its latest invoice is open. CardError when the card was declined: nothing was changed.
   */
  changePrice(id: string, change: { priceId: string; prorationDate: number }, key: string): Promise<BankSubscription>;
  /** At the end of the period, or no longer. */
  setCancelAtPeriodEnd(id: string, value: boolean): Promise<BankSubscription>;
  /** At once, without giving anything back. Does nothing to one that has ended. */
  endSubscription(id: string): Promise<BankSubscription>;
  /** Returns the cost of starting at a price or changing to it. */
  preview(what: { customerId: string | null; subscriptionId: string | null; priceId: string; trialDays: number }): Promise<BankPreview>;

  readInvoice(id: string): Promise<BankInvoice>;
  /** Lists a subscription's invoices, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<BankInvoice[]>;
  /** Tries an open invoice with the customer's card now. CardError when it was declined. */
  payInvoice(id: string, key: string): Promise<BankInvoice>;

  createPaymentIntent(
    wanted: { customerId: string; amount: number; currency: string; metadata: Record<string, string> },
    key: string,
  ): Promise<BankPaymentIntent>;
  readPaymentIntent(id: string): Promise<BankPaymentIntent>;
  /** Charges the card; once it has succeeded, it never charges again. CardError when it was declined. `requires_action`: the person confirms it in their browser. */
  confirmPaymentIntent(id: string, paymentMethodId: string, key: string): Promise<BankPaymentIntent>;
  /** It can be paid no more. CardError `payment_intent_unexpected_state` when it was already. */
  cancelPaymentIntent(id: string): Promise<BankPaymentIntent>;
  refund(wanted: { paymentIntentId: string; amount: number }, key: string): Promise<BankRefund>;

  /** Checks who signed it and when. ForgedEvent. */
  readEvent(rawBody: string, signature: string | undefined): BankEvent;
}

/** The bank refused what a person asked for: their card was declined, or what they asked for is not possible. The message is for them. */
export class CardError extends Error {
  /** Stripe's: `card_declined`, `expired_card`, `incorrect_cvc`, `processing_error`, `payment_intent_unexpected_state` … */
  readonly code: string;
  readonly declineCode: string | null;

  constructor(code: string, message: string, declineCode: string | null = null) {
    super(message);
    this.name = 'CardError';
    this.code = code;
    this.declineCode = declineCode;
  }
}

/** The bank has no such object. */
export class BankObjectNotFoundError extends Error {
  constructor(id: string) {
    super(`The bank has no ${id}`);
    this.name = 'BankObjectMissing';
  }
}

/** Thrown when the bank is unreachable, slow or failing: the outcome of the request is unknown. */
export class BankUnavailableError extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The bank does not answer: ${reason}`, options);
    this.name = 'BankAway';
  }
}

/** An event that the bank did not sign, or signed too long ago. */
export class ForgedEventError extends Error {
  constructor(reason: string) {
    super(`The event is not the bank's: ${reason}`);
    this.name = 'ForgedEvent';
  }
}
