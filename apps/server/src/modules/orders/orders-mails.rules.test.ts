import { describe, expect, it } from 'vitest';
import { receiptMail, refundMail } from './order-mails.presenter.ts';

const payer = { name: 'Ana', email: 'ana@example.com' };
const order = {
  id: 'o',
  number: 'V100020-4',
  description: 'Single User, monthly',
  total_cents: 29_900,
  credit_cents: 0,
  credit_left_cents: 0,
};
const receipt = (change: Partial<typeof order>) => JSON.stringify(receiptMail(payer, { ...order, ...change }, 'https://vitrine.example'));
const refund = (card: number, credit: number) => JSON.stringify(refundMail(payer, order, { card, credit }, 'https://vitrine.example'));

describe('receiptMail', () => {
  it('confirms the amount that was received', () => {
    expect(receipt({})).toContain('Thank you for your order. We received your payment of $299.00 for Single User, monthly.');
    expect(receipt({})).not.toContain('credit');
  });

  it('lists the part that was paid from the credit', () => {
    const mail = receipt({ total_cents: 19_900, credit_cents: 10_000 });
    expect(mail).toContain(
      'We received your payment of $199.00 for Single User, monthly. $100.00 was paid from your credit. Credit left: $0.00.',
    );
  });

  it.each([
    [{ total_cents: 0, credit_cents: 29_900, credit_left_cents: 40_000 }, '$299.00 was paid from your credit. Credit left: $400.00.'],
    [{ total_cents: 0, credit_cents: -70_000, credit_left_cents: 70_000 }, '$700.00 was added to your credit. Credit left: $700.00.'],
  ])('never reports $0.00 as received', (change, sentence) => {
    const mail = receipt(change);
    expect(mail).not.toContain('We received');
    expect(mail).toContain(`You weren’t charged for Single User, monthly. ${sentence}`);
  });
});

describe('refundMail', () => {
  it('lists the parts that went to the card and to the credit', () => {
    expect(refund(950, 0)).toContain('We refunded $9.50 for Single User, monthly. It usually appears on your card within 10 days.');
    expect(refund(950, 100)).toContain('$1.00 was returned to your account credit.');
    expect(refund(0, 29_900)).toContain('We returned $299.00 to your account credit for Single User, monthly.');
    expect(refund(0, 29_900)).not.toContain('your card');
  });
});
