import type { Plan, Subscription } from '@vitrine/contract/subscriptions';

/** Creates a plan. `monthly` is the price in cents; a year costs ten times as much. Price ids are `<name>-<interval>`. */
export const aPlan = (planName: string, monthly: number, more: Partial<Plan> = {}): Plan => ({
  _id: `plan ${planName}`,
  planName,
  planType: 'pp_plan',
  description: '',
  features: [],
  device: 5,
  users: 1,
  planStorage: 15e9,
  playlists: 10,
  albums: null,
  sharingGroups: 5,
  trialDays: 0,
  plans: [
    { priceId: `${planName}-year`, interval: 'year', amount: monthly * 10, extraScreenAmount: null, currency: 'usd' },
    { priceId: `${planName}-month`, interval: 'month', amount: monthly, extraScreenAmount: null, currency: 'usd' },
  ],
  ...more,
});

/** Creates an active monthly Single User subscription. */
export function aSubscription(more: Partial<Subscription> = {}): Subscription {
  const plan = { nickname: 'Single User', interval: 'month', amount: 29_900 } as const;
  return {
    id: 'subscription',
    status: 'active',
    current_period_start: 1_780_000_000,
    current_period_end: 1_782_592_000,
    plan,
    items: { data: [{ plan: { id: 'price', ...plan }, quantity: 1, metadata: { devices: '5', storage: '15000000000', user: '1' } }] },
    state: 'active',
    source: 'card',
    planId: 'plan Single User',
    priceId: 'Single User-month',
    planType: 'pp_plan',
    card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 },
    nextAttempt: null,
    openPayment: null,
    extraScreens: { quantity: 0, amount: null },
    abilities: { cancel: true, resume: false, change: true, changeCard: true, buyExtraScreens: false, changeExtraScreens: false },
    ...more,
  };
}
