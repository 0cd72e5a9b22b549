import { describe, expect, it } from 'vitest';
import { CardFieldError, decideCharge, findSharedMethod, parseCard } from './test-cards.rules.ts';

const NOW = Date.parse('2026-11-23T00:00:00Z') / 1000;
const typed = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 30, cvc: '123' };

function refusal(invalidFields: Partial<typeof typed>): { field: string; code: string; message: string } {
  try {
    parseCard({ ...typed, ...invalidFields }, NOW);
  } catch (error) {
    if (error instanceof CardFieldError) return { field: error.field, code: error.code, message: error.message };
    throw error;
  }
  throw new Error('The card was accepted');
}

describe('a test card', () => {
  it('is recognized by its number with or without spaces, and the number is not stored', () => {
    expect(parseCard(typed, NOW)).toEqual({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      behaviour: 'succeeds',
      isSetUp: false,
    });
    expect(parseCard({ ...typed, number: '5555555555554444' }, NOW)).toMatchObject({ brand: 'mastercard', last4: '4444' });
    expect(parseCard({ ...typed, number: '378282246310005', cvc: '1234' }, NOW)).toMatchObject({ brand: 'amex', last4: '0005' });
    expect(JSON.stringify(parseCard(typed, NOW))).not.toContain('424242');
  });

  it('is refused with the name of the invalid field', () => {
    expect(refusal({ number: '4242424242424241' })).toEqual({
      field: 'number',
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
    });
    expect(refusal({ number: 'constructor' })).toMatchObject({ field: 'number', code: 'incorrect_number' });
    expect(refusal({ exp_year: 25 })).toMatchObject({ field: 'exp_year', code: 'invalid_expiry_year' });
    expect(refusal({ exp_year: 2026, exp_month: 10 })).toMatchObject({ field: 'exp_month', code: 'invalid_expiry_month' });
    expect(refusal({ exp_year: 2100 })).toMatchObject({ field: 'exp_year' });
    expect(refusal({ cvc: '12' })).toMatchObject({ field: 'cvc', code: 'invalid_cvc' });
    expect(refusal({ cvc: '1234' })).toMatchObject({ field: 'cvc' });
  });

  it('never accepts a real card', () => {
    expect(refusal({ number: '4111111111111111' })).toMatchObject({ field: 'number', code: 'card_declined' });
  });

  it('is valid until the end of its expiry month', () => {
    const card = { ...parseCard({ ...typed, exp_month: 11, exp_year: 2026 }, NOW), paymentMethodId: 'pm_1' };
    const charge = (day: string) => decideCharge(card, { isRenewal: false, now: Date.parse(`${day}Z`) / 1000 });
    expect(charge('2026-11-30T23:59:59')).toBe('succeeds');
    expect(charge('2026-12-01T00:00:00')).toMatchObject({ code: 'expired_card' });
  });

  it('is created for shared names only', () => {
    expect(findSharedMethod('pm_card_chargeDeclined', NOW)).toMatchObject({ last4: '0002', behaviour: 'genericDecline' });
    expect(findSharedMethod('pm_card_unknown', NOW)).toBeNull();
    expect(findSharedMethod('toString', NOW)).toBeNull();
  });
});
