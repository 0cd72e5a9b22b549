import { describe, expect, it } from 'vitest';
import { creditSums, nothingChargedLabel } from './credit-labels.ts';

describe('creditSums', () => {
  it('names credit that paid a part, and credit that was added, so that a receipt adds up', () => {
    expect(creditSums(10_000, true)).toEqual([['Account credit', -10_000]]);
    expect(creditSums(-70_000, true)).toEqual([['Added to your credit', 70_000]]);
    expect(creditSums(-70_000, false)).toEqual([['Added to credit', 70_000]]);
    expect(creditSums(0, true)).toEqual([]);
  });
});

describe('nothingChargedLabel', () => {
  it('labels what charged nothing by its reason', () => {
    expect(nothingChargedLabel({ amount: 0, credit: 29_900, invoiceReason: 'renewal' })).toBe('Renewal, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: -70_000, invoiceReason: 'change' })).toBe('Plan change, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: -70_000, invoiceReason: null })).toBe('Plan change, nothing charged');
    expect(nothingChargedLabel({ amount: 0, credit: 500, invoiceReason: null })).toBe('Nothing charged');
    expect(nothingChargedLabel({ amount: 1, credit: 0, invoiceReason: 'renewal' })).toBeUndefined();
  });
});
