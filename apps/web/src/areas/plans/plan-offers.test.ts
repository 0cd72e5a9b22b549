import type { Plan, Subscription } from '@vitrine/contract/subscriptions';
import { expect, test } from 'vitest';
import { PLAN_SLUGS, type PlanSlug } from '../accounts/chosen-plan.ts';
import { aPlan, aSubscription } from './plan-offers.fixtures.ts';
import { findOffer, findPlanBySlug, getPlanSlug, getYearlySaving, isCurrentOffer, listOffers, toPurchaseItem } from './plan-offers.ts';

const free = aPlan('Free', 0);
const single = aPlan('Single User', 29_900);
const family = aPlan('Family Plan', 99_900);
const enterprise = aPlan('Enterprise Plan', 199_900);
const plans = [free, single, family, enterprise];

const namesIn = (interval: 'month' | 'year', of: Plan[] = plans) => listOffers(of, interval).map(({ plan }) => plan.planName);
const offered = (plan: Plan, interval: 'month' | 'year') => listOffers([plan], interval)[0] ?? expect.fail('is not offered');

test('Free is no card, and the Enterprise Plan is offered by the month alone', () => {
  expect(namesIn('month')).toEqual(['Single User', 'Family Plan', 'Enterprise Plan']);
  expect(namesIn('year')).toEqual(['Single User', 'Family Plan']);
});

test('finds prices by interval in any order', () => {
  const turned = { ...single, plans: single.plans.toReversed() };
  expect(offered(turned, 'month').price.amount).toBe(29_900);
  expect(offered(turned, 'year').price.amount).toBe(299_000);
});

test('a plan without a price of an interval is not in its view', () => {
  expect(namesIn('year', [{ ...single, plans: single.plans.filter(({ interval }) => interval === 'month') }])).toEqual([]);
});

test('an offer is found by its price, and nothing by one that is not sold', () => {
  expect(findOffer(plans, 'Family Plan-year')?.plan).toBe(family);
  expect(findOffer(plans, 'Free-month')).toBeUndefined();
  expect(findOffer(plans, 'Enterprise Plan-year')).toBeUndefined();
  expect(findOffer(plans, undefined)).toBeUndefined();
});

test('the active plan is active at its own interval and while it runs', () => {
  const bought = aSubscription({ planId: single._id });
  expect(isCurrentOffer(offered(single, 'month'), bought)).toBe(true);
  expect(isCurrentOffer(offered(single, 'year'), bought)).toBe(false);
  expect(isCurrentOffer(offered(family, 'month'), bought)).toBe(false);
  expect(isCurrentOffer(offered(single, 'month'), { ...bought, state: 'expired' })).toBe(false);
  expect(isCurrentOffer(offered(single, 'month'), undefined)).toBe(false);
});

test('recognizes the plan of a replaced price', () => {
  const bought = aSubscription({ planId: single._id, priceId: 'an older one' });
  expect(isCurrentOffer(offered(single, 'month'), bought)).toBe(true);
});

test('a plan given without one of ours is known by its price', () => {
  const given: Subscription = aSubscription({ planId: null, priceId: 'Single User-month' });
  expect(isCurrentOffer(offered(single, 'month'), given)).toBe(true);
  expect(isCurrentOffer(offered(family, 'month'), given)).toBe(false);
});

test('a year saves what twelve months cost more', () => {
  expect([single, free, { ...single, plans: [] }].map(getYearlySaving)).toEqual([59_800, 0, 0]);
});

test('finds the plans of the pricing page by name', () => {
  expect(plans.map(getPlanSlug)).toEqual(['free', 'individual', 'family', undefined]);
});

test('what is sent names the price and what the plan is believed to carry', () => {
  expect(toPurchaseItem(offered(family, 'year'), 'WV')).toEqual({
    price: 'Family Plan-year',
    metadata: { devices: 5, storage: 15e9, user: 1, orderType: 'family', platform: 'WV' },
  });
  expect(toPurchaseItem(offered(single, 'month'), 'PP').metadata.orderType).toBe('single');
});

test('finds the plan of each card on the pricing page', () => {
  const named = (slug: PlanSlug, plans: Plan[]) => findPlanBySlug(plans, slug)?.planName;
  const plans = [aPlan('Free', 0), single, family];
  expect(PLAN_SLUGS.map((slug) => named(slug, plans))).toEqual([
    'Free',
    'Single User',
    'Family Plan',
    'Single User',
    'Single User',
    'Single User',
  ]);
  expect(named('pro', [...plans, aPlan('Pro', 29_900)])).toBe('Pro');
  expect(named('family', [single])).toBeUndefined();
});
