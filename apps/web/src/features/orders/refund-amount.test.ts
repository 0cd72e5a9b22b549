import { describe, expect, it } from 'vitest';
import { readMoney } from '../../lib/number-input.ts';
import { refundCents, refundFault } from './refund-amount.ts';

describe('the amount of a refund', () => {
  it('reads a decimal comma as a decimal comma', () => expect(refundCents('9,50')).toBe(950));

  it.each(['1,234', '4.9999', '-3', '', 'ten'])('sends nothing for %s', (text) => {
    expect(refundCents(text)).toBeUndefined();
    expect(refundFault(readMoney(text), 100_000)).toBeDefined();
  });

  it('is at least a cent and at most what is refundable', () => {
    expect(refundFault(undefined, 100)).toContain('Please enter an amount');
    expect(refundFault({ cents: 0 }, 100)).toContain('Please enter an amount');
    expect(refundFault({ cents: 101 }, 100)).toBe('This is more than what is left to refund.');
    expect(refundFault({ cents: 100 }, 100)).toBeUndefined();
  });
});
