/** The test cards, with Stripe's numbers, codes and messages. Source: https://docs.stripe.com/testing */
import { type BankCard, CardError } from '../../platform/cards/cards.ts';

/**
 * Behavior of a card when it is charged. `asksOnce`: the payer must confirm the first payment; `asksAlways`: every payment, so that renewals wait;
 * `renewalFails`: the first payment succeeds and every renewal is declined. At Stripe this number fails on every charge after it was attached, including the
 * first payment; here the first payment succeeds so that a failed renewal can be shown.
 */
export type CardBehaviour = 'succeeds' | 'asksOnce' | 'asksAlways' | 'renewalFails' | DeclineReason;
type DeclineReason = keyof typeof DECLINES;

/** Stored card. Its number is not stored, only its behavior. */
export interface StoredCard extends BankCard {
  behaviour: CardBehaviour;
  /** True when the payer has confirmed a payment with this card before. */
  isSetUp: boolean;
}

export interface Refusal {
  code: string;
  message: string;
  declineCode: string | null;
}

const createRefusal = (code: string, declineCode: string | null, message: string): Refusal => ({ code, declineCode, message });

const DECLINES = {
  genericDecline: createRefusal('card_declined', 'generic_decline', 'Your card was declined.'),
  insufficientFunds: createRefusal('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  expiredCard: createRefusal('expired_card', 'expired_card', 'Your card has expired.'),
  incorrectCvc: createRefusal('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processingError: createRefusal(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
} as const;

export const AUTHENTICATION_FAILED = createRefusal(
  'payment_intent_authentication_failure',
  null,
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
);
export const NO_CARD = createRefusal('payment_method_missing', null, 'Add a card to pay.');

interface KnownCard {
  brand: 'visa' | 'mastercard' | 'amex';
  behaviour: CardBehaviour;
}

const TEST_CARDS: Readonly<Record<string, KnownCard>> = {
  '4242424242424242': { brand: 'visa', behaviour: 'succeeds' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'succeeds' },
  '378282246310005': { brand: 'amex', behaviour: 'succeeds' },
  '4000000000000002': { brand: 'visa', behaviour: 'genericDecline' },
  '4000000000009995': { brand: 'visa', behaviour: 'insufficientFunds' },
  '4000000000000069': { brand: 'visa', behaviour: 'expiredCard' },
  '4000000000000127': { brand: 'visa', behaviour: 'incorrectCvc' },
  '4000000000000119': { brand: 'visa', behaviour: 'processingError' },
  '4000002500003155': { brand: 'visa', behaviour: 'asksOnce' },
  '4000002760003184': { brand: 'visa', behaviour: 'asksAlways' },
  '4000000000000341': { brand: 'visa', behaviour: 'renewalFails' },
};

/** Stripe's shared payment methods; each use creates a separate method. */
const SHARED_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
};
const SHARED_CARD_VALID_YEARS = 6;

export type NewMethod = Omit<StoredCard, 'paymentMethodId'>;
type CardField = 'number' | 'exp_month' | 'exp_year' | 'cvc';

export interface TypedCard {
  number: string;
  exp_month: number;
  /** Two or four digits. */
  exp_year: number;
  cvc: string;
}

/** Thrown for an invalid field of a typed card. */
export class CardFieldError extends CardError {
  readonly field: CardField;

  constructor(field: CardField, code: string, message: string) {
    super(code, message);
    this.field = field;
  }
}

const toPaymentMethod = ({ brand, behaviour }: KnownCard, number: string, expMonth: number, expYear: number): NewMethod => ({
  brand,
  last4: number.slice(-4),
  expMonth,
  expYear,
  behaviour,
  isSetUp: false,
});

const getYear = (now: number) => new Date(now * 1000).getUTCFullYear();

/** Creates a method for a shared name; null for other names. */
export function findSharedMethod(name: string, now: number): NewMethod | null {
  const number = Object.hasOwn(SHARED_PAYMENT_METHODS, name) ? SHARED_PAYMENT_METHODS[name] : undefined;
  const known = number === undefined ? undefined : TEST_CARDS[number];
  return number && known ? toPaymentMethod(known, number, 12, getYear(now) + SHARED_CARD_VALID_YEARS) : null;
}

/** Parses a typed card. CardFieldError for invalid fields; numbers that are not test cards are refused, because they may be real. */
export function parseCard(typed: TypedCard, now: number): NewMethod {
  const number = typed.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number))
    throw new CardFieldError('number', 'incorrect_number', 'Your card number is incorrect.');
  const known = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (!known)
    throw new CardFieldError(
      'number',
      'card_declined',
      'Your card was declined. Test mode only accepts test card numbers. No money was charged.',
    );
  const expYear = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year;
  assertNotExpired(typed.exp_month, expYear, now);
  if (!(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(typed.cvc))
    throw new CardFieldError('cvc', 'invalid_cvc', "Your card's security code is invalid.");
  return toPaymentMethod(known, number, typed.exp_month, expYear);
}

const MAX_EXPIRY_YEARS = 50;

function assertNotExpired(expMonth: number, expYear: number, now: number): void {
  const year = getYear(now);
  if (expYear < year || expYear > year + MAX_EXPIRY_YEARS)
    throw new CardFieldError('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.");
  if (isExpired({ expMonth, expYear }, now))
    throw new CardFieldError('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.");
}

/** Returns true when the card's expiry month is over. */
export const isExpired = ({ expMonth, expYear }: Pick<StoredCard, 'expMonth' | 'expYear'>, now: number): boolean =>
  Date.UTC(expYear, expMonth, 1) / 1000 <= now;

/** Validates the Luhn check digit. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export type ChargeDecision = 'succeeds' | 'asks' | Refusal;

/** Decides the outcome of a charge. Renewals are charged automatically, so they cannot be confirmed. */
export function decideCharge(method: StoredCard, { isRenewal, now }: { isRenewal: boolean; now: number }): ChargeDecision {
  if (isExpired(method, now)) return DECLINES.expiredCard;
  const { behaviour } = method;
  if (behaviour === 'succeeds') return 'succeeds';
  if (behaviour === 'asksAlways') return 'asks';
  if (behaviour === 'asksOnce') return method.isSetUp ? 'succeeds' : 'asks';
  if (behaviour === 'renewalFails') return isRenewal ? DECLINES.genericDecline : 'succeeds';
  return DECLINES[behaviour];
}
