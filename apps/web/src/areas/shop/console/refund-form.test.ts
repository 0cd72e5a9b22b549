import { describe, expect, it } from 'vitest';
import { readMoney } from '../../../lib/number-input.ts';
import { refundCents, refundFaults, refundParts } from './refund-form.ts';

const refundable = { card: 199, credit: 100, isPlanRunning: true };
const typed = { amount: '2.99', reason: 'Bought twice', planEnd: 'now' };
const faultsOf = (change: Partial<typeof typed>, isPlanRunning = true) => {
  const form = { ...typed, ...change };
  return refundFaults(form, readMoney(form.amount), { ...refundable, isPlanRunning });
};

describe('the refund dialog', () => {
  it('reads a decimal comma as a decimal comma', () => expect(refundCents('9,50')).toBe(950));

  it.each(['1,234', '4.9999', '-3', '', 'ten', '0'])('refuses the amount %s', (amount) => {
    expect(faultsOf({ amount }).amount).toBeDefined();
  });

  it('refuses more than the card and the credit were paid', () => {
    expect(faultsOf({ amount: '3.00' })).toEqual({ amount: 'This is more than the amount you can still refund.' });
    expect(faultsOf({})).toEqual({});
  });

  it('requires a reason and a decision about a running plan', () => {
    expect(faultsOf({ reason: '  ', planEnd: '' })).toEqual({
      reason: 'Enter a reason. It’s recorded in the audit trail.',
      planEnd: 'Choose what happens to the plan.',
    });
    expect(faultsOf({ planEnd: '' }, false)).toEqual({});
  });

  it('fills the card first', () => {
    expect(refundParts(150, refundable)).toEqual({ card: 150, credit: 0 });
    expect(refundParts(250, refundable)).toEqual({ card: 199, credit: 51 });
  });
});
