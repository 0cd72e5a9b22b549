import {
  ENTERPRISE_PLAN,
  FAMILY_PLAN,
  FREE_PLAN,
  type Interval,
  type Plan,
  type PlanPrice,
  SINGLE_PLAN,
  type Subscription,
} from '@vitrine/contract/subscriptions';
import type { PlanSlug } from '../accounts/chosen-plan.ts';

/** A plan at one of its prices. */
export interface PlanOffer {
  plan: Plan;
  price: PlanPrice;
}

const RUNNING_STATES: readonly Subscription['state'][] = ['trial', 'active', 'pastDue', 'cancelled'];
export const isSubscriptionRunning = (subscription: Subscription): boolean => RUNNING_STATES.includes(subscription.state);

export const findPrice = (plan: Plan, interval: Interval): PlanPrice | undefined => plan.plans.find((price) => price.interval === interval);

/** Free is not sold, and the Enterprise Plan only monthly. */
export function listOffers(plans: readonly Plan[], interval: Interval): PlanOffer[] {
  return plans.flatMap((plan) => {
    const price = findPrice(plan, interval);
    const isOffered = price && price.amount > 0 && (plan.planName !== ENTERPRISE_PLAN || interval === 'month');
    return isOffered ? [{ plan, price }] : [];
  });
}

export function findOffer(plans: readonly Plan[], priceId: string | undefined): PlanOffer | undefined {
  const all = [...listOffers(plans, 'year'), ...listOffers(plans, 'month')];
  return all.find(({ price }) => price.priceId === priceId);
}

/** Compares plan and interval, because subscribers of a replaced price still have the plan. */
export function isCurrentOffer({ plan, price }: PlanOffer, subscription: Subscription | undefined): boolean {
  if (!subscription || !isSubscriptionRunning(subscription)) return false;
  const isSamePlan = subscription.planId ? subscription.planId === plan._id : subscription.priceId === price.priceId;
  return isSamePlan && subscription.plan.interval === price.interval;
}

/** Returns the saving of a year over twelve months; 0 when there is nothing to compare. */
export function getYearlySaving(plan: Plan): number {
  const [month, year] = [findPrice(plan, 'month'), findPrice(plan, 'year')];
  return month && year ? Math.max(0, month.amount * 12 - year.amount) : 0;
}

const PLAN_SLUG_BY_NAME: Record<string, PlanSlug> = {
  [FREE_PLAN.planName]: 'free',
  [SINGLE_PLAN]: 'individual',
  [FAMILY_PLAN]: 'family',
  Intro: 'intro',
  Base: 'base',
  Pro: 'pro',
};
export const getPlanSlug = (plan: Plan): PlanSlug | undefined => PLAN_SLUG_BY_NAME[plan.planName];

/** Finds the plan chosen on the pricing page. For business cards that are not sold, returns the plan with the same storage, playlists and groups. */
export function findPlanBySlug(plans: readonly Plan[], slug: PlanSlug): Plan | undefined {
  const isForBusiness = slug === 'intro' || slug === 'base' || slug === 'pro';
  return plans.find((plan) => getPlanSlug(plan) === slug) ?? (isForBusiness ? findPlanBySlug(plans, 'individual') : undefined);
}

/** Plans without an upgrade (specification 3 §2). */
export const isTopPlan = (planName: string): boolean => planName === FAMILY_PLAN || planName === ENTERPRISE_PLAN;

/** Values that the client expects to buy; the server refuses when its plan differs. */
export function toPurchaseItem({ plan, price }: PlanOffer, platform: 'PP' | 'WV') {
  const orderType = { [FAMILY_PLAN]: 'family', [ENTERPRISE_PLAN]: 'enterprise' } as const;
  const metadata = {
    devices: plan.device,
    storage: plan.planStorage,
    user: plan.users,
    orderType: orderType[plan.planName as keyof typeof orderType] ?? 'single',
    platform,
  } as const;
  return { price: price.priceId, metadata };
}
