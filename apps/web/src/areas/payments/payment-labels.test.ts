import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import {
  creditSums,
  formatCard,
  getPaymentFailureMessage,
  getPaymentResultMessage,
  isStalePurchase,
  nothingChargedLabel,
} from './payment-labels.ts';

test('shows the specified message for each payment state', () => {
  expect(['succeeded', 'processing', 'requires_payment_method', 'canceled'].map(getPaymentResultMessage)).toEqual([
    'Payment succeeded!',
    'Your payment is processing.',
    'Your payment was not successful, please try again.',
    'Something went wrong.',
  ]);
});

test('shows the bank’s error, and a general message for unexpected errors', () => {
  expect(getPaymentFailureMessage(new AppError('CARD_REFUSED', 'Your card has insufficient funds.', 402))).toBe(
    'Your card has insufficient funds.',
  );
  expect(getPaymentFailureMessage(new AppError('INTERNAL', 'Something went wrong on our side.', 500))).toBe('An unexpected error occured.');
  expect(getPaymentFailureMessage(new TypeError('x is not a function'))).toBe('An unexpected error occured.');
});

test('distinguishes outdated offers from refused cards', () => {
  expect(isStalePurchase(new AppError('PLAN_CHANGED', 'The plan has changed.', 409))).toBe(true);
  expect(isStalePurchase(new AppError('CARD_REFUSED', 'Your card was declined.', 402))).toBe(false);
});

test('formats a card as brand and last digits', () => {
  expect(formatCard({ brand: 'mastercard', last4: '4444' })).toBe('Mastercard •••• 4444');
});

describe('creditSums', () => {
  it('returns used and added credit, so that the receipt adds up', () => {
    expect(creditSums(10_000, true)).toEqual([['Account credit', -10_000]]);
    expect(creditSums(-70_000, true)).toEqual([['Added to your credit', 70_000]]);
    expect(creditSums(-70_000, false)).toEqual([['Added to credit', 70_000]]);
    expect(creditSums(0, true)).toEqual([]);
  });
});

describe('nothingChargedLabel', () => {
  it('labels a payment without a charge by its reason', () => {
    expect(nothingChargedLabel({ amount: 0, credit: 29_900, invoiceReason: 'renewal' })).toBe('Renewal, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: -70_000, invoiceReason: 'change' })).toBe('Plan change, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: -70_000, invoiceReason: null })).toBe('Plan change, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: 500, invoiceReason: null })).toBe('Nothing charged');
    expect(nothingChargedLabel({ amount: 1, credit: 0, invoiceReason: 'renewal' })).toBeUndefined();
  });
});
