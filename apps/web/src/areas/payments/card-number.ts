/** Validation and formatting of the test bank's card fields, with the messages of Stripe's fields. */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

const BRANDS: [CardBrand, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['unionpay', /^62/],
];
const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
};

export const getDigits = (text: string): string => text.replace(/\D/g, '');
export const getCardBrand = (text: string): CardBrand => BRANDS.find(([, start]) => start.test(getDigits(text)))?.[0] ?? 'unknown';
/** Also accepts other brands in the bank's spelling. */
export const getCardBrandName = (brand: string): string => BRAND_NAMES[brand as CardBrand] ?? brand;

const getNumberLengths = (brand: CardBrand): number => ({ amex: 15, diners: 14 })[brand as 'amex' | 'diners'] ?? 16;
const getCvcLength = (brand: CardBrand): number => (brand === 'amex' ? 4 : 3);
const GROUPS = { amex: [4, 6, 5], diners: [4, 6, 4], usual: [4, 4, 4, 4, 3] };

/** `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatCardNumber(text: string): string {
  const brand = getCardBrand(text);
  const digits = getDigits(text).slice(0, getNumberLengths(brand));
  const groups = GROUPS[brand as 'amex' | 'diners'] ?? GROUPS.usual;
  let from = 0;
  const parts = groups.map((size) => {
    const part = digits.slice(from, from + size);
    from += size;
    return part;
  });
  return parts.filter(Boolean).join(' ');
}

/** `04 / 30`. A month that can have no second digit gets its nought; `before` is what stood there, so that the slash can be deleted. */
export function formatExpiry(text: string, before = ''): string {
  let digits = getDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // A browser that fills in the field may write the year with four digits.
  if (digits.length > 4 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)];
  const isDeleting = text.length < before.length;
  if (month.length < 2 || (year === '' && isDeleting)) return month;
  return `${month} / ${year}`;
}

export const formatCvc = (text: string, number: string): string => getDigits(text).slice(0, getCvcLength(getCardBrand(number)));

/** The check digit of ISO/IEC 7812-1. */
export function isLuhnValid(number: string): boolean {
  const sum = [...getDigits(number)].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function getNumberError(number: string): string | undefined {
  if (getDigits(number).length < getNumberLengths(getCardBrand(number))) return 'Your card number is incomplete.';
  return isLuhnValid(number) ? undefined : 'Your card number is invalid.';
}

/** A card is good until the last day of its month. */
export function getExpiryError(expiry: string, now: Date): string | undefined {
  const digits = getDigits(expiry);
  if (digits.length < 4) return 'Your card’s expiration date is incomplete.';
  const { month, year } = parseExpiry(expiry);
  if (month < 1 || month > 12) return 'Your card’s expiration date is invalid.';
  if (year < now.getFullYear()) return 'Your card’s expiration year is in the past.';
  if (year === now.getFullYear() && month < now.getMonth() + 1) return 'Your card’s expiration date is in the past.';
  return undefined;
}

export function getCvcError(cvc: string, number: string): string | undefined {
  return cvc.length < getCvcLength(getCardBrand(number)) ? 'Your card’s security code is incomplete.' : undefined;
}

export function parseExpiry(expiry: string): { month: number; year: number } {
  const digits = getDigits(expiry);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

/** Returns the caret position in the formatted text with the same number of digits before it. */
export function getCaretPosition(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at++) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted[at] ?? '')) seen++;
  }
  return formatted.length;
}
