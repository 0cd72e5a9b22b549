import { describe, expect, it } from 'vitest';
import { readDollars, refundFault } from './refund-amount.ts';

describe('the amount of a refund', () => {
  it.each([
    ['12.5', 1250],
    ['$1,200.05', 120_005],
    ['0.29', 29],
    ['4.999', undefined],
    ['-3', undefined],
    ['', undefined],
    ['ten', undefined],
  ])('%s is %s cents', (text, cents) => expect(readDollars(text)).toBe(cents));

  it('is something, and at most what is left', () => {
    expect(refundFault(undefined, 100)).toContain('Please enter an amount');
    expect(refundFault(0, 100)).toContain('Please enter an amount');
    expect(refundFault(101, 100)).toBe('This is more than what is left to refund.');
    expect(refundFault(100, 100)).toBeUndefined();
  });
});
