import { type EditablePlan, PLAN_LIMITS, type PlanBody, planBody } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';

/** As it is typed: numbers are text until they are checked. */
export interface TypedPlan {
  name: string;
  description: string;
  price: string;
  hasTrial: boolean;
  trialDays: string;
  features: { text: string; isIncluded: boolean }[];
}

const priceAt = (plan: EditablePlan, interval: Interval) => plan.plans.find((price) => price.interval === interval)?.amount ?? 0;

export const typedPlan = (plan: EditablePlan, interval: Interval): TypedPlan => ({
  name: plan.planName,
  description: plan.description,
  price: (priceAt(plan, interval) / 100).toFixed(2),
  hasTrial: plan.trialDays > 0,
  trialDays: plan.trialDays > 0 ? String(plan.trialDays) : '30',
  features: plan.features.map((feature) => ({ ...feature })),
});

/** Dollars to cents, or nothing where it is no amount of whole cents. */
export function centsOf(text: string): number | undefined {
  const parts = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}

export type PlanFaults = Partial<Record<'name' | 'description' | 'price' | 'trialDays' | 'features', string>>;

const FIELDS: Record<string, keyof PlanFaults> = { amount: 'price' };
const PRICE_WORDS = 'Please enter a price in dollars, with at most two decimals.';
const TRIAL_WORDS = `Please enter 1 to ${PLAN_LIMITS.trialDays} days.`;

/** What is sent, or what is wrong with it by field. */
export function checkPlan(typed: TypedPlan, plan: EditablePlan, interval: Interval): { body: PlanBody } | { faults: PlanFaults } {
  const days = /^\d{1,3}$/.test(typed.trialDays.trim()) ? Number(typed.trialDays) : Number.NaN;
  const checked = planBody.safeParse({
    name: typed.name,
    description: typed.description,
    trialDays: typed.hasTrial ? days : 0,
    features: typed.features,
    interval,
    amount: centsOf(typed.price),
    updatedAt: plan.updatedAt,
  });
  const faults: PlanFaults = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = FIELDS[String(path[0])] ?? (String(path[0]) as keyof PlanFaults);
    faults[field] ??= field === 'price' && typed.price.trim() !== '' ? PRICE_WORDS : field === 'trialDays' ? TRIAL_WORDS : message;
  }
  if (typed.hasTrial && days === 0) faults.trialDays ??= TRIAL_WORDS;
  return checked.success && Object.keys(faults).length === 0 ? { body: checked.data } : { faults };
}
