import type { Plan, Subscription } from '@vitrine/contract/subscriptions';

/** Creates a monthly plan for $299.00. */
export const aPlan = (values: Partial<Plan> = {}): Plan => ({
  _id: '00000000-0000-7000-8000-0000000000d1',
  planName: 'Single User',
  planType: 'pp_plan',
  description: 'For one household.',
  features: [],
  device: 5,
  users: 1,
  planStorage: 5e10,
  playlists: null,
  albums: null,
  sharingGroups: null,
  trialDays: 0,
  plans: [{ priceId: 'price_single', interval: 'month', amount: 29_900, extraScreenAmount: null, currency: 'usd' }],
  ...values,
});

const IN_2040_S = Date.UTC(2040, 0, 15) / 1000;

/** Creates an active monthly subscription to the plan of `aPlan`, paid by card until 2040. */
export const aSubscription = (values: Partial<Subscription> = {}): Subscription => ({
  id: '00000000-0000-7000-8000-0000000000d9',
  status: 'active',
  current_period_start: 1,
  current_period_end: IN_2040_S,
  plan: { nickname: 'Single User', interval: 'month', amount: 29_900 },
  items: { data: [] },
  state: 'active',
  source: 'card',
  planId: '00000000-0000-7000-8000-0000000000d1',
  priceId: 'price_single',
  planType: 'pp_plan',
  card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2040 },
  nextAttempt: null,
  openPayment: null,
  extraScreens: { quantity: 0, amount: null },
  abilities: { cancel: true, resume: false, change: true, changeCard: true, buyExtraScreens: false, changeExtraScreens: false },
  ...values,
});
