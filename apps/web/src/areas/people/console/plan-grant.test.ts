import type { Plan } from '@vitrine/contract/subscriptions';
import { describe, expect, it } from 'vitest';
import { getGrantDateRange, getRoleForPlan, validatePlanGrant } from './plan-grant.ts';

const NOW = new Date(2026, 10, 23, 12);
const plan = (overrides: Partial<Plan> = {}): Plan => ({
  _id: '1',
  planName: 'Family Plan',
  planType: 'pp_plan',
  description: '',
  features: [],
  device: 1,
  users: 6,
  planStorage: 35e9,
  playlists: 10,
  albums: null,
  sharingGroups: 5,
  trialDays: 0,
  plans: [
    { priceId: 'y', interval: 'year', amount: 999_000, extraScreenAmount: null, currency: 'usd' },
    { priceId: 'm', interval: 'month', amount: 99_900, extraScreenAmount: null, currency: 'usd' },
  ],
  ...overrides,
});

describe('granting a plan', () => {
  it('uses the monthly price and ends at the end of the chosen day', () => {
    expect(validatePlanGrant({ planName: 'Family Plan', day: '2026-12-31' }, [plan()], NOW)).toEqual({
      subscription: {
        name: 'Family Plan',
        endDate: new Date(2026, 11, 31, 23, 59, 59).getTime(),
        storage: 35e9,
        devices: 1,
        amount: 99_900,
        interval: 'month',
      },
    });
    expect(validatePlanGrant({ planName: 'Family Plan', day: '2026-11-23' }, [plan()], NOW)).toHaveProperty('subscription');
  });

  it.each(['', '2026-11-22', '2036-11-24', '2026-13-01', 'soon'])('rejects the end date “%s”', (day) => {
    expect(validatePlanGrant({ planName: 'Family Plan', day }, [plan()], NOW)).toEqual({ faults: { day: 'Please enter a valid date' } });
  });

  it('requires an existing plan', () => {
    expect(validatePlanGrant({ planName: '', day: '' }, [plan()], NOW)).toEqual({
      faults: { planName: 'Please choose a subscription plan', day: 'Please enter a valid date' },
    });
  });

  it('allows end dates from today to ten years ahead', () => {
    expect(getGrantDateRange(NOW)).toEqual({ min: '2026-11-23', max: '2036-11-23' });
  });

  it('sets the role only on the partner platform', () => {
    expect(getRoleForPlan(plan({ planType: 'wv_plan' }), 'WV')).toBe('user');
    expect(getRoleForPlan(plan({ planType: 'wv_adv_plan' }), 'WV')).toBe('advUser');
    expect(getRoleForPlan(plan({ planType: 'other' }), 'WV')).toBe('host');
    expect(getRoleForPlan(plan(), 'PP')).toBeUndefined();
  });
});
