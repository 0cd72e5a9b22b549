import { expect, test } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { cardWords, intentWords, isOutdated, paymentFailureWords } from './payment-words.ts';

test('each state of a payment at the bank has the words of the specification', () => {
  expect(['succeeded', 'processing', 'requires_payment_method', 'canceled'].map(intentWords)).toEqual([
    'Payment succeeded!',
    'Your payment is processing.',
    'Your payment was not successful, please try again.',
    'Something went wrong.',
  ]);
});

test('the bank’s refusal is shown as it is, and what nobody foresaw as unexpected', () => {
  expect(paymentFailureWords(new AppError('CARD_REFUSED', 'Your card has insufficient funds.', 402))).toBe(
    'Your card has insufficient funds.',
  );
  expect(paymentFailureWords(new AppError('INTERNAL', 'Something went wrong on our side.', 500))).toBe('An unexpected error occured.');
  expect(paymentFailureWords(new TypeError('x is not a function'))).toBe('An unexpected error occured.');
});

test('a page that no longer says what is sold is told from a card that was refused', () => {
  expect(isOutdated(new AppError('PLAN_CHANGED', 'The plan has changed.', 409))).toBe(true);
  expect(isOutdated(new AppError('CARD_REFUSED', 'Your card was declined.', 402))).toBe(false);
});

test('a card is shown by its brand and last digits', () => {
  expect(cardWords({ brand: 'mastercard', last4: '4444' })).toBe('Mastercard •••• 4444');
});
