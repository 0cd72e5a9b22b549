import type Stripe from 'stripe';
import { BankObjectNotFoundError, BankUnavailableError, CardError } from './cards.ts';

type StripeApiError = InstanceType<typeof Stripe.errors.StripeError>;

/** Returns the class name of an error of Stripe's library; undefined for other errors. */
const getErrorType = (error: unknown): string | undefined =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;

const UNAVAILABLE_ERROR_TYPES: ReadonlySet<string> = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);
/** Another request with this idempotency key is still being carried out. */
const KEY_IN_USE = 'idempotency_key_in_use';

/** Translates an error of Stripe's library. Our own mistakes, such as a wrong key or an unknown parameter, are not translated. */
function translate(error: unknown, objectId: string): unknown {
  const type = getErrorType(error);
  if (type === undefined) return error;
  const { code, message, decline_code: declineCode, param } = error as StripeApiError;
  if (UNAVAILABLE_ERROR_TYPES.has(type) || code === KEY_IN_USE) return new BankUnavailableError(message, { cause: error });
  if (type === 'StripeCardError') return new CardError(code ?? 'card_declined', message, declineCode ?? null);
  if (type === 'StripeIdempotencyError') return new CardError('idempotency_error', message);
  if (type !== 'StripeInvalidRequestError' || code?.startsWith('parameter_')) return error;
  // Only the payment method comes from the customer; all other ids come from our code.
  if (code === 'resource_missing' && param !== 'payment_method') return new BankObjectNotFoundError(objectId);
  return new CardError(code ?? 'invalid_request', message);
}

/** Calls Stripe about the object with this id. BankUnavailableError, CardError, BankObjectNotFoundError. */
export async function callStripe<Answer>(objectId: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    throw translate(error, objectId);
  }
}
