import { createHash } from 'node:crypto';
import { BankObjectMissing, CardError } from '../../platform/cards/cards.ts';
import type { Account, Intent, Invoice, Method, Subscription } from './bank-account.ts';

/** An event as it is sent: in Stripe's shape, and with no more of the object than what it is. */
export interface BankEventBody {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: { id: string; object: string; customer: string } & Record<string, unknown> };
}

/** What an operation works on: a copy of the account, the time, and the events that are to be told. */
export interface Book {
  account: Account;
  now: number;
  events: BankEventBody[];
}

/** A refusal after which what was done is kept, as a declined attempt is. Whatever else is thrown undoes the operation. */
export class Declined extends CardError {}

const ID_DIGITS = 6;
const SECRET_LENGTH = 25;

/** Starts with what it is and whose: `in_` and 16 digits of the customer's id. */
export function nextId({ account }: Book, prefix: string): string {
  account.sequence += 1;
  return `${prefix}_${account.id.slice('cus_'.length)}${account.sequence.toString(36).padStart(ID_DIGITS, '0')}`;
}

export const secretOf = ({ account }: Book, id: string): string =>
  `${id}_secret_${createHash('sha256').update(`${account.seed} ${id}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, SECRET_LENGTH)}`;

function tell(book: Book, type: string, object: { id: string; object: string } & Record<string, unknown>): void {
  const data = { object: { customer: book.account.id, ...object } };
  book.events.push({ id: nextId(book, 'evt'), object: 'event', type, created: book.now, data });
}

export const tellSubscription = (book: Book, type: 'created' | 'updated' | 'deleted', { id }: Subscription): void =>
  tell(book, `customer.subscription.${type}`, { id, object: 'subscription' });

export const tellInvoice = (book: Book, type: 'created' | 'paid' | 'payment_failed' | 'voided', { id, subscriptionId }: Invoice): void =>
  tell(book, `invoice.${type}`, {
    id,
    object: 'invoice',
    parent: { type: 'subscription_details', subscription_details: { subscription: subscriptionId } },
  });

export const tellIntent = (
  book: Book,
  type: 'created' | 'succeeded' | 'payment_failed' | 'requires_action' | 'canceled',
  { id }: Intent,
): void => tell(book, `payment_intent.${type}`, { id, object: 'payment_intent' });

export const tellRefund = (book: Book, { id, chargeId }: Intent): void =>
  tell(book, 'charge.refunded', { id: chargeId ?? id, object: 'charge', payment_intent: id });

function find<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new BankObjectMissing(id);
  return found;
}

export const findSubscription = ({ account }: Pick<Book, 'account'>, id: string): Subscription => find(account.subscriptions, id);
export const findInvoice = ({ account }: Pick<Book, 'account'>, id: string): Invoice => find(account.invoices, id);
export const findIntent = ({ account }: Pick<Book, 'account'>, id: string): Intent => find(account.intents, id);

const NO_METHOD = 'This customer has no attached payment source or default payment method.';

export const findDefaultMethod = ({ account }: Pick<Book, 'account'>): Method | null =>
  account.methods.find(({ paymentMethodId }) => paymentMethodId === account.defaultMethodId) ?? null;

export function requireDefaultMethod(book: Book): Method {
  const method = findDefaultMethod(book);
  if (!method) throw new CardError('resource_missing', NO_METHOD);
  return method;
}
