import { expect, test } from 'vitest';
import {
  formatCardNumber,
  formatCvc,
  formatExpiry,
  getCardBrand,
  getCardBrandName,
  getCaretPosition,
  getCvcError,
  getExpiryError,
  getNumberError,
  isLuhnValid,
  parseExpiry,
} from './card-number.ts';

const NOW = new Date(2026, 10, 23);

test('groups the digits of a number as printed on the card', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatCardNumber('36227206271667')).toBe('3622 720627 1667');
  expect(formatCardNumber('4242-42 x')).toBe('4242 42');
  expect(formatCardNumber('42424242424242429999')).toBe('4242 4242 4242 4242');
});

test('detects the brand from the first digits', () => {
  const brands = {
    '4': 'visa',
    '5555': 'mastercard',
    '2223': 'mastercard',
    '37': 'amex',
    '6011': 'discover',
    '3056': 'diners',
    '3566': 'jcb',
    '62': 'unionpay',
    '9': 'unknown',
    '': 'unknown',
  };
  expect(Object.keys(brands).map(getCardBrand)).toEqual(Object.values(brands));
  expect([getCardBrandName('amex'), getCardBrandName('girocard')]).toEqual(['American Express', 'girocard']);
});

test('rejects a number with a wrong digit', () => {
  expect(['4242424242424242', '378282246310005', '5555 5555 5555 4444'].map(isLuhnValid)).toEqual([true, true, true]);
  expect(isLuhnValid('4242424242424241')).toBe(false);
  expect([getNumberError('4242 42'), getNumberError('4242 4242 4242 4241'), getNumberError('4242 4242 4242 4242')]).toEqual([
    'Your card number is incomplete.',
    'Your card number is invalid.',
    undefined,
  ]);
});

test('formats the expiry while it is typed and lets the slash be deleted', () => {
  expect(['1', '12', '4', '0430', '04/2030', '12 / 3'].map((text) => formatExpiry(text))).toEqual([
    '1',
    '12 / ',
    '04 / ',
    '04 / 30',
    '04 / 30',
    '12 / 3',
  ]);
  expect(formatExpiry('12 /', '12 / ')).toBe('12');
  expect(parseExpiry('04 / 30')).toEqual({ month: 4, year: 2030 });
});

test('accepts a card until the end of its expiry month', () => {
  expect(getExpiryError('11 / 26', NOW)).toBeUndefined();
  expect(getExpiryError('10 / 26', NOW)).toBe('Your card’s expiration date is in the past.');
  expect(getExpiryError('12 / 25', NOW)).toBe('Your card’s expiration year is in the past.');
  expect(getExpiryError('13 / 30', NOW)).toBe('Your card’s expiration date is invalid.');
  expect(getExpiryError('1', NOW)).toBe('Your card’s expiration date is incomplete.');
});

test('requires four security code digits for American Express and three for other cards', () => {
  expect([formatCvc('12345', '4242'), formatCvc('12345', '3782')]).toEqual(['123', '1234']);
  expect([getCvcError('12', '4242'), getCvcError('123', '4242'), getCvcError('123', '3782')]).toEqual([
    'Your card’s security code is incomplete.',
    undefined,
    'Your card’s security code is incomplete.',
  ]);
});

test('keeps the caret behind the typed digit', () => {
  expect([0, 4, 5, 16].map((digits) => getCaretPosition('4242 4242 4242 4242', digits))).toEqual([0, 4, 6, 19]);
});
