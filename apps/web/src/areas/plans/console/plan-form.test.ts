import type { EditablePlan } from '@vitrine/contract/plans';
import { describe, expect, it } from 'vitest';
import { toPlanFormValues, validatePlan } from './plan-form.ts';

const plan = {
  _id: 'p',
  planName: 'Single User',
  description: 'For one.',
  trialDays: 0,
  device: 5,
  features: [{ text: '15 GB', isIncluded: true }],
  plans: [
    { priceId: 'y', interval: 'year', amount: 299_000, extraScreenAmount: null, currency: 'usd' },
    { priceId: 'm', interval: 'month', amount: 29_900, extraScreenAmount: null, currency: 'usd' },
  ],
  updatedAt: '2026-01-01T00:00:00.000Z',
} as unknown as EditablePlan;

describe('plan form', () => {
  it('returns the plan unchanged when no field was edited', () => {
    expect(validatePlan(toPlanFormValues(plan, 'year'), plan, 'year')).toEqual({
      body: {
        name: 'Single User',
        description: 'For one.',
        trialDays: 0,
        features: plan.features,
        devices: 5,
        interval: 'year',
        amount: 299_000,
        extraScreenAmount: null,
        updatedAt: plan.updatedAt,
      },
    });
  });

  it('returns errors by field', () => {
    const typed = { ...toPlanFormValues(plan, 'month'), name: ' ', price: 'a lot', devices: '1.5', hasTrial: true, trialDays: '0' };
    expect(validatePlan(typed, plan, 'month')).toEqual({
      faults: {
        name: 'Name should not be empty.',
        price: 'Enter digits only, such as 12.50.',
        devices: 'Enter a number from 0 to 100,000.',
        trialDays: 'Enter a number of days from 1 to 365.',
      },
    });
    expect(validatePlan({ ...typed, price: '1,234' }, plan, 'month')).toMatchObject({
      faults: { price: expect.stringContaining('$1,234.00 or $1.23') },
    });
    expect(validatePlan({ ...typed, price: '' }, plan, 'month')).toMatchObject({ faults: { price: 'Price should not be empty.' } });
  });
});
