import { CardError } from '../../platform/cards/cards.ts';
import type { Intent } from './bank-account.ts';
import { createId, emitPaymentIntentEvent, findInvoice, getClientSecret, type OperationContext } from './operation-context.ts';
import type { Refusal, StoredCard } from './test-cards.rules.ts';
import { AUTHENTICATION_FAILED, decideCharge } from './test-cards.rules.ts';

export type ChargeOutcome = 'succeeded' | 'requires_action' | Refusal;

export function openPaymentIntent(
  book: OperationContext,
  { amount, currency, invoiceId, metadata }: Pick<Intent, 'amount' | 'currency' | 'invoiceId' | 'metadata'>,
): Intent {
  const id = createId(book, 'pi');
  const intent: Intent = {
    id,
    clientSecret: getClientSecret(book, id),
    invoiceId,
    status: book.account.defaultMethodId === null ? 'requires_payment_method' : 'requires_confirmation',
    created: book.now,
    amount,
    amountReceived: 0,
    amountRefunded: 0,
    currency,
    methodId: null,
    card: null,
    lastError: null,
    chargeId: null,
    metadata,
  };
  book.account.intents.push(intent);
  emitPaymentIntentEvent(book, 'created', intent);
  return intent;
}

export const createUnexpectedStateError = (message: string): CardError => new CardError('payment_intent_unexpected_state', message);

export function assertPayable({ status }: Intent): void {
  if (status === 'succeeded')
    throw createUnexpectedStateError(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  if (status === 'canceled') throw createUnexpectedStateError('You cannot confirm this PaymentIntent because it has a status of canceled.');
}

/** The only place where a card is charged. A paid or cancelled intent is never charged again. `conclude` applies the result to its invoice. */
export function chargeIntent(book: OperationContext, intent: Intent, method: StoredCard): ChargeOutcome {
  assertPayable(intent);
  intent.methodId = method.paymentMethodId;
  intent.card = { brand: method.brand, last4: method.last4 };
  const isRenewal = intent.invoiceId !== null && findInvoice(book, intent.invoiceId).reason === 'subscription_cycle';
  const decision = decideCharge(method, { isRenewal, now: book.now });
  if (decision === 'succeeds') return markSucceeded(book, intent);
  if (decision !== 'asks') return markDeclined(book, intent, decision);
  intent.status = 'requires_action';
  intent.lastError = null;
  emitPaymentIntentEvent(book, 'requires_action', intent);
  return 'requires_action';
}

/** Applies the payer's answer to the authentication request. */
export function authenticateIntent(book: OperationContext, intent: Intent, isConfirmed: boolean): ChargeOutcome {
  const method = book.account.methods.find(({ paymentMethodId }) => paymentMethodId === intent.methodId);
  if (intent.status !== 'requires_action' || !method)
    throw createUnexpectedStateError(`This PaymentIntent has a status of ${intent.status} and cannot be authenticated.`);
  if (!isConfirmed) return markDeclined(book, intent, AUTHENTICATION_FAILED);
  method.isSetUp = true;
  return markSucceeded(book, intent);
}

function markSucceeded(book: OperationContext, intent: Intent): ChargeOutcome {
  intent.status = 'succeeded';
  intent.amountReceived = intent.amount;
  intent.lastError = null;
  intent.chargeId = createId(book, 'ch');
  emitPaymentIntentEvent(book, 'succeeded', intent);
  return 'succeeded';
}

function markDeclined(book: OperationContext, intent: Intent, refusal: Refusal): Refusal {
  intent.status = 'requires_payment_method';
  intent.lastError = refusal;
  emitPaymentIntentEvent(book, 'payment_failed', intent);
  return refusal;
}

export function cancelIntent(book: OperationContext, intent: Intent): void {
  intent.status = 'canceled';
  emitPaymentIntentEvent(book, 'canceled', intent);
}
