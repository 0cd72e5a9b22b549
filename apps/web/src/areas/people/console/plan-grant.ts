import type { Role } from '@vitrine/contract/accounts';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { GrantedSubscription } from '@vitrine/contract/profile';
import type { Plan } from '@vitrine/contract/subscriptions';

export interface PlanGrantValues {
  planName: string;
  /** Last day of the plan, as YYYY-MM-DD. */
  day: string;
}

const YEARS_AHEAD = 10;
/** Formats a date as YYYY-MM-DD in the browser's time zone. */
const formatLocalDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Returns the allowed end dates: from today to ten years ahead (specification 3 §5). */
export function getGrantDateRange(now: Date): { min: string; max: string } {
  const last = new Date(now);
  last.setFullYear(now.getFullYear() + YEARS_AHEAD);
  return { min: formatLocalDay(now), max: formatLocalDay(last) };
}

/** Returns the request, or an error for each invalid field. */
export function validatePlanGrant(
  { planName, day }: PlanGrantValues,
  plans: readonly Plan[],
  now: Date,
): { subscription: GrantedSubscription } | { faults: { planName?: string; day?: string } } {
  const plan = plans.find((known) => known.planName === planName);
  const { min, max } = getGrantDateRange(now);
  const endDate = new Date(`${day}T23:59:59`).getTime();
  const isDay = Number.isFinite(endDate) && day >= min && day <= max;
  if (!plan || !isDay)
    return {
      faults: {
        ...(!plan && { planName: BUSINESS_MESSAGES.subscriptionPlanRequired }),
        ...(!isDay && { day: BUSINESS_MESSAGES.validDate }),
      },
    };
  const price = plan.plans.find(({ interval }) => interval === 'month') ?? plan.plans[0];
  return {
    subscription: {
      name: plan.planName,
      endDate,
      storage: plan.planStorage,
      devices: plan.device,
      ...(price && { amount: price.amount, interval: price.interval }),
    },
  };
}

/** On the partner platform, the plan decides the role (specification 3 §4). */
export function getRoleForPlan({ planType }: Plan, platform: 'PP' | 'WV'): Role | undefined {
  if (platform !== 'WV') return undefined;
  return planType === 'wv_plan' ? 'user' : planType === 'wv_adv_plan' ? 'advUser' : 'host';
}
