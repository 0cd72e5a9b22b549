import { CardError } from '../../platform/cards/cards.ts';
import type { Intent, Invoice } from './bank-account.ts';
import {
  assertPayable,
  authenticateIntent,
  type ChargeOutcome,
  cancelIntent,
  chargeIntent,
  createUnexpectedStateError,
} from './charging.rules.ts';
import { applyChargeOutcome, collectPayment } from './invoicing.rules.ts';
import {
  createId,
  DeclinedError,
  emitRefundEvent,
  findIntent,
  findInvoice,
  type OperationContext,
  requireDefaultMethod,
} from './operation-context.ts';
import type { NewMethod, StoredCard } from './test-cards.rules.ts';

/** One that the customer has already, or a card that is attached now. */
export type CardInput = string | (NewMethod & { paymentMethodId: string | null });

const FOREIGN_METHOD_MESSAGE = (id: string) =>
  `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;

export const createForeignMethodError = (id: string): CardError => new CardError('resource_missing', FOREIGN_METHOD_MESSAGE(id));

function resolveCard(book: OperationContext, given: CardInput): StoredCard {
  const { methods } = book.account;
  const id = typeof given === 'string' ? given : given.paymentMethodId;
  const known = methods.find(({ paymentMethodId }) => paymentMethodId === id);
  if (known) return known;
  if (typeof given === 'string') throw createForeignMethodError(given);
  const method = { ...given, paymentMethodId: given.paymentMethodId ?? createId(book, 'pm') };
  methods.push(method);
  return method;
}

export function attachCard(book: OperationContext, given: CardInput): StoredCard {
  const method = resolveCard(book, given);
  book.account.defaultMethodId = method.paymentMethodId;
  return method;
}

function throwIfDeclined(outcome: ChargeOutcome): void {
  if (typeof outcome !== 'string') throw new DeclinedError(outcome.code, outcome.message, outcome.declineCode);
}

export function confirmIntent(book: OperationContext, id: string, given: CardInput): Intent {
  const intent = findIntent(book, id);
  assertPayable(intent);
  throwIfDeclined(applyChargeOutcome(book, intent, chargeIntent(book, intent, resolveCard(book, given))));
  return intent;
}

export function completeAuthentication(book: OperationContext, id: string, isConfirmed: boolean): Intent {
  const intent = findIntent(book, id);
  throwIfDeclined(applyChargeOutcome(book, intent, authenticateIntent(book, intent, isConfirmed)));
  return intent;
}

/** Cancels the intent of an order, which has no invoice. */
export function cancelOrderIntent(book: OperationContext, id: string): Intent {
  const intent = findIntent(book, id);
  if (intent.status === 'canceled') return intent;
  if (intent.status === 'succeeded')
    throw createUnexpectedStateError('You cannot cancel this PaymentIntent because it has a status of succeeded.');
  if (intent.invoiceId !== null) throw createUnexpectedStateError('You cannot cancel this PaymentIntent because it belongs to an invoice.');
  cancelIntent(book, intent);
  return intent;
}

/** Pays an invoice with the customer's card. A paid invoice is returned unchanged; one that requires a confirmation stays open. */
export function payInvoice(book: OperationContext, id: string): Invoice {
  const invoice = findInvoice(book, id);
  if (invoice.status === 'paid') return invoice;
  if (invoice.status === 'void') throw new CardError('invoice_not_editable', 'This invoice is void and cannot be paid.');
  throwIfDeclined(collectPayment(book, invoice, requireDefaultMethod(book)));
  return invoice;
}

/** Adds to the customer's credit, such as the part of a refund that was paid from it. Returns the credit after it. */
export function addCredit(book: OperationContext, amount: number): number {
  if (!Number.isInteger(amount) || amount <= 0) throw new CardError('parameter_invalid_integer', 'Credit is added in whole cents.');
  book.account.credit += amount;
  return book.account.credit;
}

export interface Refund {
  id: string;
  amount: number;
  status: 'succeeded';
}

export function refundIntent(book: OperationContext, { paymentIntentId, amount }: { paymentIntentId: string; amount: number }): Refund {
  const intent = findIntent(book, paymentIntentId);
  if (intent.status !== 'succeeded') throw new CardError('payment_intent_unexpected_state', 'This PaymentIntent has no charge to refund.');
  const left = intent.amountReceived - intent.amountRefunded;
  if (left === 0) throw new CardError('charge_already_refunded', `Charge ${intent.chargeId} has already been refunded.`);
  if (!Number.isInteger(amount) || amount <= 0) throw new CardError('parameter_invalid_integer', 'The refund must be at least 1 cent.');
  if (amount > left)
    throw new CardError(
      'amount_too_large',
      `Refund amount ($${formatDollars(amount)}) is greater than unrefunded amount on charge ($${formatDollars(left)})`,
    );
  intent.amountRefunded += amount;
  emitRefundEvent(book, intent);
  return { id: createId(book, 're'), amount, status: 'succeeded' };
}

const formatDollars = (cents: number) => (cents / 100).toFixed(2);
