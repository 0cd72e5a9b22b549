/**
 * One customer of the test bank: all data about them is in this document, so that its rules are plain functions. Amounts are whole cents, times epoch
 * seconds.
 */
import type {
  BankInvoice,
  BankInvoiceLine,
  BankPaymentIntent,
  BankPaymentStatus,
  BankPrice,
  BankSubscriptionStatus,
} from '../../platform/cards/cards.ts';
import type { Refusal, StoredCard } from './test-cards.rules.ts';

export const DAY_S = 86_400;
/** How long a first payment, or the payment of a change, may stay open. Source: Stripe. */
export const OPEN_PAYMENT_TTL_S = 23 * 3600;

/** Every field but `planName` is fixed once something was sold at it. */
export type Price = BankPrice;

/** Extra screens of a subscription, at a price for one of them. */
export interface ExtraScreens {
  price: Price;
  /** At least 1. */
  quantity: number;
}

/** Change to a subscription that applies once the invoice is paid. */
export interface PendingUpdate {
  invoiceId: string;
  expiresAt: number;
  price: Price;
  /** Missing in accounts of earlier versions, as in `Subscription`. */
  extraScreens?: ExtraScreens | null;
  anchor: number;
  periodStart: number;
  periodEnd: number;
}

export interface Subscription {
  id: string;
  status: Exclude<BankSubscriptionStatus, 'unpaid'>;
  price: Price;
  extraScreens?: ExtraScreens | null;
  created: number;
  /** The instant whose day of the month, or of the year, every period begins on. */
  anchor: number;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  latestInvoiceId: string | null;
  pendingUpdate: PendingUpdate | null;
  metadata: Record<string, string>;
}

export interface Invoice {
  id: string;
  number: string;
  subscriptionId: string;
  status: 'open' | 'paid' | 'void';
  reason: Exclude<BankInvoice['billingReason'], 'manual' | 'other'>;
  currency: string;
  total: number;
  /** Part paid by the customer's credit; returned when the invoice is voided. */
  creditApplied: number;
  /** The customer's credit when the invoice was made. Missing in accounts of earlier versions. */
  creditLeft?: number;
  amountDue: number;
  amountPaid: number;
  created: number;
  /** Number of automatic attempts. */
  attemptCount: number;
  nextPaymentAttempt: number | null;
  firstFailedAt: number | null;
  intentId: string | null;
  lines: BankInvoiceLine[];
}

export interface Intent {
  id: string;
  clientSecret: string;
  invoiceId: string | null;
  status: Extract<BankPaymentStatus, 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded'>;
  created: number;
  amount: number;
  amountReceived: number;
  amountRefunded: number;
  currency: string;
  methodId: string | null;
  card: BankPaymentIntent['card'];
  lastError: BankPaymentIntent['lastError'];
  /** Id of the successful charge. */
  chargeId: string | null;
  metadata: Record<string, string>;
}

/** Response to an idempotency key, and the digest of its request. */
export interface StoredIdempotentResult {
  key: string;
  digest: string;
  result: { answer: unknown } | { refused: Refusal };
}

export interface Account {
  id: string;
  userId: string;
  /** Random: from it and `sequence` follow the ids and secrets of everything the customer has. */
  seed: string;
  sequence: number;
  invoiceCount: number;
  defaultMethodId: string | null;
  methods: StoredCard[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  intents: Intent[];
  /** Never below zero. */
  credit: number;
  answers: StoredIdempotentResult[];
}

export const createAccount = (id: string, userId: string, seed: string): Account => ({
  id,
  userId,
  seed,
  sequence: 0,
  invoiceCount: 0,
  defaultMethodId: null,
  methods: [],
  subscriptions: [],
  invoices: [],
  intents: [],
  credit: 0,
  answers: [],
});

const MAX_STORED = { invoices: 200, settledIntents: 200, endedSubscriptions: 50, methods: 20, answers: 100 };

/** The document stays small: of what is over, the newest is kept. */
export function pruneAccount(account: Account): void {
  account.invoices = pruneOldest(account.invoices, MAX_STORED.invoices, ({ status }) => status === 'open');
  account.intents = pruneOldest(
    account.intents,
    MAX_STORED.settledIntents,
    ({ status }) => status !== 'succeeded' && status !== 'canceled',
  );
  account.subscriptions = pruneOldest(account.subscriptions, MAX_STORED.endedSubscriptions, ({ endedAt }) => endedAt === null);
  account.methods = pruneOldest(account.methods, MAX_STORED.methods, ({ paymentMethodId }) => paymentMethodId === account.defaultMethodId);
  account.answers = account.answers.slice(-MAX_STORED.answers);
}

function pruneOldest<T>(all: T[], count: number, isNeeded: (one: T) => boolean): T[] {
  const from = all.length - count;
  return from <= 0 ? all : all.filter((one, index) => index >= from || isNeeded(one));
}

const OBJECT_ID = /^[a-z]+_([0-9a-f]{16})/;

/** Returns the customer of an object, whose id contains the customer's. Null for ids that are not from this bank. */
export function parseCustomerId(objectId: string): string | null {
  const tail = OBJECT_ID.exec(objectId)?.[1];
  return tail === undefined ? null : `cus_${tail}`;
}
