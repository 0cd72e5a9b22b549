import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BankPaymentIntent } from '../../platform/cards/cards.ts';
import { formatOrderNumber, getInvoiceResult, getPaymentIntentResult, nextPaymentEvent } from './orders.rules.ts';

describe('the number of an order', () => {
  it('has a check digit', () => {
    expect([100001, 100002, 100042].map(formatOrderNumber)).toEqual(['V100001-7', 'V100002-5', 'V100042-1']);
  });

  it('is invalid after a change of one digit', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 100_001, max: 99_999_999 }), fc.nat(), digit, (sequence, at, wrong) => {
        const digits = [...String(sequence)];
        const place = at % digits.length;
        fc.pre(digits[place] !== String(wrong));
        digits[place] = String(wrong);
        const [, check] = formatOrderNumber(sequence).split('-');
        expect(formatOrderNumber(Number(digits.join(''))).split('-')[1]).not.toBe(check);
      }),
    );
  });
});

describe('the payment state', () => {
  it.each([
    ['paymentpending', 'open', 'paymentpending'],
    ['paymentpending', 'failed', 'paymentfailed'],
    ['paymentpending', 'paid', 'paymentsuccess'],
    ['paymentfailed', 'open', 'paymentfailed'],
    ['paymentfailed', 'failed', 'paymentfailed'],
    ['paymentfailed', 'paid', 'paymentsuccess'],
    ['paymentsuccess', 'open', 'paymentsuccess'],
    ['paymentsuccess', 'failed', 'paymentsuccess'],
    ['paymentsuccess', 'paid', 'paymentsuccess'],
  ] as const)('%s with the bank’s result %s becomes %s', (from, verdict, to) => {
    expect(nextPaymentEvent(from, verdict)).toBe(to);
  });

  it('of an invoice is open until a payment attempt failed or it is paid', () => {
    expect(getInvoiceResult('open', false)).toBe('open');
    expect(getInvoiceResult('open', true)).toBe('failed');
    expect(getInvoiceResult('void', false)).toBe('failed');
    expect(getInvoiceResult('uncollectible', false)).toBe('failed');
    expect(getInvoiceResult('paid', true)).toBe('paid');
  });

  it('is paid only for this order, in full and in its currency', () => {
    const order = { id: 'order', total_cents: 4895, currency: 'usd' };
    const paid: BankPaymentIntent = {
      id: 'pi_1',
      customerId: 'cus_1',
      status: 'succeeded',
      amount: 4895,
      amountReceived: 4895,
      amountRefunded: 0,
      currency: 'usd',
      clientSecret: '',
      card: null,
      lastError: null,
      metadata: { orderId: 'order' },
    };
    expect(getPaymentIntentResult(order, paid)).toBe('paid');
    expect(getPaymentIntentResult(order, { ...paid, amountReceived: 4894 })).toBe('mismatch');
    expect(getPaymentIntentResult(order, { ...paid, currency: 'eur' })).toBe('mismatch');
    expect(getPaymentIntentResult(order, { ...paid, metadata: { orderId: 'another' } })).toBe('mismatch');
    const declined = { code: 'card_declined', declineCode: null, message: 'Your card was declined.' };
    expect(getPaymentIntentResult(order, { ...paid, status: 'requires_payment_method' })).toBe('open');
    expect(getPaymentIntentResult(order, { ...paid, status: 'requires_payment_method', lastError: declined })).toBe('failed');
    expect(getPaymentIntentResult(order, { ...paid, status: 'canceled' })).toBe('failed');
    expect(getPaymentIntentResult(order, { ...paid, status: 'processing' })).toBe('open');
  });
});
