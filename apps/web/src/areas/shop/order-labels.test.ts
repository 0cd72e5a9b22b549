import { describe, expect, it } from 'vitest';
import { getHistoryLabel, getNextStepMessage, getPaymentBadges, getPaymentLabel, getPaymentState } from './order-labels.ts';

const amounts = { items: 3900, shipping: 995, tax: 0, credit: 0, total: 4895, refunded: 0, returned: 0 };
const order = (event: string, refunded = 0, trackingNumber: string | null = null) => ({
  orderType: 'poster' as const,
  trackingNumber,
  amounts: { ...amounts, refunded },
  paymentStatusId: [{ _id: 's', name: 'Named by an administrator', color: '#000000', event }],
});

describe('the payment of an order', () => {
  it.each([
    ['paymentsuccess', 'Success'],
    ['paymentpending', 'Pending'],
    ['paymentfailed', 'Pending'],
  ])('%s reads %s in the console', (event, word) => expect(getPaymentLabel(order(event))).toBe(word));

  it.each([
    ['paymentsuccess', 0, ['Success']],
    ['paymentsuccess', 1000, ['Success', 'Partially refunded']],
    ['paymentsuccess', 4895, ['Success', 'Refunded']],
    ['paymentpending', 0, ['Pending']],
    ['paymentfailed', 0, ['Pending', 'Failed']],
  ])('%s with %i cents refunded has the badges %j in the console', (event, refunded, words) => {
    expect(getPaymentBadges(order(event, refunded)).map(({ word }) => word)).toEqual(words);
  });

  it('is shown to its buyer with later refunds and refusals', () => {
    expect(getPaymentState(order('paymentsuccess')).word).toBe('Paid');
    expect(getPaymentState(order('paymentfailed')).word).toBe('Payment failed');
    expect(getPaymentState(order('paymentsuccess', 1000)).word).toBe('Partially refunded');
    expect(getPaymentState(order('paymentsuccess', 4895)).word).toBe('Refunded');
  });

  it('counts what returned to the credit as given back', () => {
    const fromCredit = { ...order('paymentsuccess'), amounts: { ...amounts, credit: 4895, total: 0, returned: 4895 } };
    expect(getPaymentState(fromCredit).word).toBe('Refunded');
    expect(getNextStepMessage(fromCredit)).toBe('We returned the full amount to your credit, which pays your next invoices.');
    const both = { ...order('paymentsuccess', 4000), amounts: { ...amounts, credit: 895, total: 4000, refunded: 4000, returned: 100 } };
    expect(getPaymentState(both).word).toBe('Partially refunded');
    expect(getNextStepMessage(both)).toContain('$1.00 was returned to your credit.');
  });

  it('has a readable history', () => {
    expect(getHistoryLabel({ what: 'payment', before: 'paymentpending', after: 'paymentsuccess' })).toBe('Payment: Pending → Success');
    expect(getHistoryLabel({ what: 'order', before: '', after: 'Shipped' })).toBe('Order: Shipped');
    expect(getHistoryLabel({ what: 'refund', before: '0', after: '995' })).toBe('Refunded: $0.00 → $9.95');
  });

  it('decides what happens next', () => {
    expect(getNextStepMessage(order('paymentpending'))).toContain(
      'We start your order once it’s paid. If you just paid, your payment is still being processed.',
    );
    expect(getNextStepMessage(order('paymentsuccess'))).toContain('We’re printing and packing your poster');
    expect(getNextStepMessage(order('paymentsuccess', 0, '1Z999'))).toContain('on its way. Use the tracking number');
    expect(getNextStepMessage(order('paymentsuccess', 4895, '1Z999'))).toContain('We refunded the full amount');
  });
});
