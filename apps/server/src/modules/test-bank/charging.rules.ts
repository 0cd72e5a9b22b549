import { CardError } from '../../platform/cards/cards.ts';
import type { Intent, Method, Refusal } from './bank-account.ts';
import { type Book, findInvoice, nextId, secretOf, tellIntent } from './book.ts';
import { AUTHENTICATION_FAILED, decideCharge } from './test-cards.rules.ts';

export type ChargeOutcome = 'succeeded' | 'requires_action' | Refusal;

export function openIntent(
  book: Book,
  { amount, currency, invoiceId, metadata }: Pick<Intent, 'amount' | 'currency' | 'invoiceId' | 'metadata'>,
): Intent {
  const id = nextId(book, 'pi');
  const intent: Intent = {
    id,
    clientSecret: secretOf(book, id),
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
  tellIntent(book, 'created', intent);
  return intent;
}

export const unexpectedState = (message: string): CardError => new CardError('payment_intent_unexpected_state', message);

export function assertOpen({ status }: Intent): void {
  if (status === 'succeeded')
    throw unexpectedState('You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.');
  if (status === 'canceled') throw unexpectedState('You cannot confirm this PaymentIntent because it has a status of canceled.');
}

/** The one place where a card is charged. An intent that is paid or canceled is never charged again. What its invoice makes of it is `conclude`. */
export function chargeIntent(book: Book, intent: Intent, method: Method): ChargeOutcome {
  assertOpen(intent);
  intent.methodId = method.paymentMethodId;
  intent.card = { brand: method.brand, last4: method.last4 };
  const isRenewal = intent.invoiceId !== null && findInvoice(book, intent.invoiceId).reason === 'subscription_cycle';
  const decision = decideCharge(method, { isRenewal, now: book.now });
  if (decision === 'succeeds') return succeed(book, intent);
  if (decision !== 'asks') return decline(book, intent, decision);
  intent.status = 'requires_action';
  intent.lastError = null;
  tellIntent(book, 'requires_action', intent);
  return 'requires_action';
}

/** What the person answered to "is this you?". */
export function authenticateIntent(book: Book, intent: Intent, isConfirmed: boolean): ChargeOutcome {
  const method = book.account.methods.find(({ paymentMethodId }) => paymentMethodId === intent.methodId);
  if (intent.status !== 'requires_action' || !method)
    throw unexpectedState(`This PaymentIntent has a status of ${intent.status} and cannot be authenticated.`);
  if (!isConfirmed) return decline(book, intent, AUTHENTICATION_FAILED);
  method.isSetUp = true;
  return succeed(book, intent);
}

function succeed(book: Book, intent: Intent): ChargeOutcome {
  intent.status = 'succeeded';
  intent.amountReceived = intent.amount;
  intent.lastError = null;
  intent.chargeId = nextId(book, 'ch');
  tellIntent(book, 'succeeded', intent);
  return 'succeeded';
}

function decline(book: Book, intent: Intent, refusal: Refusal): Refusal {
  intent.status = 'requires_payment_method';
  intent.lastError = refusal;
  tellIntent(book, 'payment_failed', intent);
  return refusal;
}

export function cancelIntent(book: Book, intent: Intent): void {
  intent.status = 'canceled';
  tellIntent(book, 'canceled', intent);
}
