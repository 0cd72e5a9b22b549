import { describe, expect, it } from 'vitest';
import { changeWords, paymentStateOf, paymentWord, whatHappensNext } from './order-words.ts';

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
  ])('%s reads %s in the console', (event, word) => expect(paymentWord(order(event))).toBe(word));

  it('is told to its buyer with what came after it', () => {
    expect(paymentStateOf(order('paymentsuccess')).word).toBe('Paid');
    expect(paymentStateOf(order('paymentfailed')).word).toBe('Payment failed');
    expect(paymentStateOf(order('paymentsuccess', 1000)).word).toBe('Partly refunded');
    expect(paymentStateOf(order('paymentsuccess', 4895)).word).toBe('Refunded');
  });

  it('counts what returned to the credit as given back', () => {
    const fromCredit = { ...order('paymentsuccess'), amounts: { ...amounts, credit: 4895, total: 0, returned: 4895 } };
    expect(paymentStateOf(fromCredit).word).toBe('Refunded');
    expect(whatHappensNext(fromCredit)).toBe('All of it was returned to your credit, which pays your next invoices.');
    const both = { ...order('paymentsuccess', 4000), amounts: { ...amounts, credit: 895, total: 4000, refunded: 4000, returned: 100 } };
    expect(paymentStateOf(both).word).toBe('Partly refunded');
    expect(whatHappensNext(both)).toContain('$1.00 of it returned to your credit.');
  });

  it('has a history in words', () => {
    expect(changeWords({ what: 'payment', before: 'paymentpending', after: 'paymentsuccess' })).toBe('Payment: Pending → Success');
    expect(changeWords({ what: 'order', before: '', after: 'Shipped' })).toBe('Order: Shipped');
    expect(changeWords({ what: 'refund', before: '0', after: '995' })).toBe('Refunded: $0.00 → $9.95');
  });

  it('decides what happens next', () => {
    expect(whatHappensNext(order('paymentpending'))).toContain('before it is paid');
    expect(whatHappensNext(order('paymentsuccess'))).toContain('being printed and packed');
    expect(whatHappensNext(order('paymentsuccess', 0, '1Z999'))).toContain('on its way. With the tracking number');
    expect(whatHappensNext(order('paymentsuccess', 4895, '1Z999'))).toContain('All of it was refunded');
  });
});
