import { createHash } from 'node:crypto';
import { BankObjectNotFoundError, CardError } from '../../platform/cards/cards.ts';
import type { Account, Intent, Invoice, Subscription } from './bank-account.ts';
import type { StoredCard } from './test-cards.rules.ts';

/** Event in Stripe's format. It identifies the object but does not contain its state. */
export interface BankEventBody {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: { id: string; object: string; customer: string } & Record<string, unknown> };
}

/** State of an operation: a copy of the account, the time, and events to send. */
export interface OperationContext {
  account: Account;
  now: number;
  events: BankEventBody[];
}

/** A refusal after which changes are kept, such as a declined attempt. Any other error undoes the operation. */
export class DeclinedError extends CardError {}

const ID_DIGITS = 6;
const SECRET_LENGTH = 25;

/** Creates an id from the object's prefix and the customer's id, such as `in_` and 16 digits, followed by a sequence number. */
export function createId({ account }: OperationContext, prefix: string): string {
  account.sequence += 1;
  return `${prefix}_${account.id.slice('cus_'.length)}${account.sequence.toString(36).padStart(ID_DIGITS, '0')}`;
}

export const getClientSecret = ({ account }: OperationContext, id: string): string =>
  `${id}_secret_${createHash('sha256').update(`${account.seed} ${id}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, SECRET_LENGTH)}`;

function emitEvent(book: OperationContext, type: string, object: { id: string; object: string } & Record<string, unknown>): void {
  const data = { object: { customer: book.account.id, ...object } };
  book.events.push({ id: createId(book, 'evt'), object: 'event', type, created: book.now, data });
}

export const emitSubscriptionEvent = (book: OperationContext, type: 'created' | 'updated' | 'deleted', { id }: Subscription): void =>
  emitEvent(book, `customer.subscription.${type}`, { id, object: 'subscription' });

export const emitInvoiceEvent = (
  book: OperationContext,
  type: 'created' | 'paid' | 'payment_failed' | 'voided',
  { id, subscriptionId }: Invoice,
): void =>
  emitEvent(book, `invoice.${type}`, {
    id,
    object: 'invoice',
    parent: { type: 'subscription_details', subscription_details: { subscription: subscriptionId } },
  });

export const emitPaymentIntentEvent = (
  book: OperationContext,
  type: 'created' | 'succeeded' | 'payment_failed' | 'requires_action' | 'canceled',
  { id }: Intent,
): void => emitEvent(book, `payment_intent.${type}`, { id, object: 'payment_intent' });

export const emitRefundEvent = (book: OperationContext, { id, chargeId }: Intent): void =>
  emitEvent(book, 'charge.refunded', { id: chargeId ?? id, object: 'charge', payment_intent: id });

function findById<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new BankObjectNotFoundError(id);
  return found;
}

export const findSubscription = ({ account }: Pick<OperationContext, 'account'>, id: string): Subscription =>
  findById(account.subscriptions, id);
export const findInvoice = ({ account }: Pick<OperationContext, 'account'>, id: string): Invoice => findById(account.invoices, id);
export const findIntent = ({ account }: Pick<OperationContext, 'account'>, id: string): Intent => findById(account.intents, id);

const NO_PAYMENT_METHOD_MESSAGE = 'This customer has no attached payment source or default payment method.';

export const findDefaultMethod = ({ account }: Pick<OperationContext, 'account'>): StoredCard | null =>
  account.methods.find(({ paymentMethodId }) => paymentMethodId === account.defaultMethodId) ?? null;

export function requireDefaultMethod(book: OperationContext): StoredCard {
  const method = findDefaultMethod(book);
  if (!method) throw new CardError('resource_missing', NO_PAYMENT_METHOD_MESSAGE);
  return method;
}
