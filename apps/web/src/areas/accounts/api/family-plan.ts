import { FAMILY_PLAN, type SubscriptionSummary } from '@vitrine/contract/subscriptions';

/** Whether this plan lets one create a family now: the Family Plan while it runs (specification 3 §2). */
export const hasActiveFamilyPlan = (plan: SubscriptionSummary | null | undefined): boolean =>
  plan?.planName === FAMILY_PLAN && plan.status === 'active';
