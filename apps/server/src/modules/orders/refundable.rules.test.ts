import { describe, expect, it } from 'vitest';
import { creditedByOrder, creditLimit, type PaidOrder, refundableOf, splitRefund } from './refundable.rules.ts';

const NOW = new Date('2027-01-15');
const order = (id: string, change: Partial<PaidOrder> = {}): PaidOrder => ({
  id,
  total_cents: 0,
  credit_cents: 0,
  refunded_cents: 0,
  returned_cents: 0,
  requested_cents: 0,
  period_until: new Date('2027-02-01'),
  ...change,
});

describe('refundableOf', () => {
  it('refunds a card payment to the card, less earlier and pending refunds', () => {
    const paid = order('a', { total_cents: 1000, refunded_cents: 200, requested_cents: 300 });
    expect(refundableOf([paid], 'a')).toEqual({ card: 500, credit: 0, credited: 0 });
  });

  it('returns the part that was paid from the credit to the credit', () => {
    const paid = order('a', { total_cents: 199, credit_cents: 100 });
    expect(refundableOf([paid], 'a')).toEqual({ card: 199, credit: 100, credited: 0 });
    expect(refundableOf([{ ...paid, refunded_cents: 199, returned_cents: 40 }], 'a')).toEqual({ card: 0, credit: 60, credited: 0 });
  });

  it('excludes credit that a downgrade already returned', () => {
    const orders = [order('a', { total_cents: 99_900 }), order('b', { credit_cents: -70_000 })];
    expect(refundableOf(orders, 'a')).toEqual({ card: 29_900, credit: 0, credited: 70_000 });
    expect(refundableOf(orders, 'b')).toEqual({ card: 0, credit: 0, credited: 0 });
  });

  it('attributes credit to the newest earlier order first, and never to a later one', () => {
    const orders = [
      order('a', { total_cents: 500 }),
      order('b', { total_cents: 300 }),
      order('c', { credit_cents: -400 }),
      order('d', { total_cents: 900 }),
    ];
    expect([...creditedByOrder(orders)]).toEqual([
      ['b', 300],
      ['a', 100],
    ]);
  });

  it('is zero for an unpaid order and never negative', () => {
    expect(refundableOf([], 'a')).toEqual({ card: 0, credit: 0, credited: 0 });
    expect(refundableOf([order('a', { total_cents: 100, refunded_cents: 90, requested_cents: 90 })], 'a')).toMatchObject({
      card: 0,
      credit: 0,
    });
  });
});

describe('splitRefund', () => {
  it('uses the card first, and refuses zero and excessive amounts', () => {
    const refundable = { card: 199, credit: 100, credited: 0 };
    expect(splitRefund(refundable)).toEqual({ card: 199, credit: 100 });
    expect(splitRefund(refundable, 250)).toEqual({ card: 199, credit: 51 });
    expect(splitRefund(refundable, 100)).toEqual({ card: 100, credit: 0 });
    expect([splitRefund(refundable, 300), splitRefund({ card: 0, credit: 0, credited: 9 })]).toEqual([undefined, undefined]);
  });
});

describe('creditLimit', () => {
  it('does not limit credit while nothing was refunded', () => {
    expect(creditLimit([order('a', { total_cents: 100 })], NOW)).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts only orders of the current period when one of them was refunded', () => {
    const past = order('a', { total_cents: 500, period_until: new Date('2027-01-01') });
    const running = order('b', { total_cents: 300, refunded_cents: 250 });
    expect(creditLimit([past, running], NOW)).toBe(50);
    expect(
      creditLimit(
        [
          { ...past, refunded_cents: 500 },
          { ...running, refunded_cents: 0 },
        ],
        NOW,
      ),
    ).toBe(300);
  });
});
