import { type SubscriptionState, subscriptionState } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { toSubscriptionState, transition } from './subscription-transitions.rules.ts';

/** Rows: from, to, whether it is a step, and the notice to the payer. */
const ROWS: [SubscriptionState, SubscriptionState, boolean, string][] = [
  ['incomplete', 'incomplete', false, ''],
  ['incomplete', 'trial', true, 'trialStarted'],
  ['incomplete', 'active', true, ''],
  ['incomplete', 'pastDue', true, 'paymentFailed'],
  ['incomplete', 'cancelled', true, 'cancelled'],
  ['incomplete', 'expired', true, ''],
  ['trial', 'incomplete', false, ''],
  ['trial', 'trial', false, ''],
  ['trial', 'active', true, ''],
  ['trial', 'pastDue', true, 'paymentFailed'],
  ['trial', 'cancelled', true, 'cancelled'],
  ['trial', 'expired', true, 'ended'],
  ['active', 'incomplete', false, ''],
  ['active', 'trial', true, ''],
  ['active', 'active', false, ''],
  ['active', 'pastDue', true, 'paymentFailed'],
  ['active', 'cancelled', true, 'cancelled'],
  ['active', 'expired', true, 'ended'],
  ['pastDue', 'incomplete', false, ''],
  ['pastDue', 'trial', false, ''],
  ['pastDue', 'active', true, 'recovered'],
  ['pastDue', 'pastDue', false, ''],
  ['pastDue', 'cancelled', true, 'recovered cancelled'],
  ['pastDue', 'expired', true, 'endedUnpaid'],
  ['cancelled', 'incomplete', false, ''],
  ['cancelled', 'trial', true, 'resumed'],
  ['cancelled', 'active', true, 'resumed'],
  ['cancelled', 'pastDue', true, 'paymentFailed'],
  ['cancelled', 'cancelled', false, ''],
  ['cancelled', 'expired', true, 'ended'],
  ...subscriptionState.options.map((to): [SubscriptionState, SubscriptionState, boolean, string] => ['expired', to, false, '']),
];

describe('transitions of a subscription', () => {
  it.each(ROWS)('from %s to %s', (from, to, isStep, notices) => {
    expect(transition(from, to)).toEqual({ state: isStep ? to : from, notices: notices === '' ? [] : notices.split(' ') });
  });

  it('are tested for every pair of states', () => {
    expect(ROWS).toHaveLength(subscriptionState.options.length ** 2);
  });
});

describe('the state of a subscription', () => {
  it.each([
    ['incomplete', false, 'incomplete'],
    ['incomplete_expired', false, 'expired'],
    ['trialing', false, 'trial'],
    ['trialing', true, 'cancelled'],
    ['active', false, 'active'],
    ['active', true, 'cancelled'],
    ['past_due', false, 'pastDue'],
    ['past_due', true, 'pastDue'],
    ['unpaid', false, 'pastDue'],
    ['canceled', false, 'expired'],
    ['canceled', true, 'expired'],
  ] as const)('%s at the bank, ending with the period: %s, is %s', (status, cancelAtPeriodEnd, state) => {
    expect(toSubscriptionState({ status, cancelAtPeriodEnd })).toBe(state);
  });
});
