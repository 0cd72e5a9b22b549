import { type EditablePlan, PLAN_LIMITS, type PlanBody, planBody } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';
import { readMoney, typedMoney } from '../../../lib/number-input.ts';

/** As it is typed: numbers are text until they are checked. */
export interface PlanFormValues {
  name: string;
  description: string;
  price: string;
  /** Empty for a plan without extra screens. */
  extraScreenPrice: string;
  devices: string;
  hasTrial: boolean;
  trialDays: string;
  features: { text: string; isIncluded: boolean }[];
}

const getPriceCents = (plan: EditablePlan, interval: Interval) => plan.plans.find((price) => price.interval === interval)?.amount ?? 0;

function toExtraScreenText(plan: EditablePlan, interval: Interval): string {
  const cents = plan.plans.find((price) => price.interval === interval)?.extraScreenAmount ?? null;
  return cents === null ? '' : typedMoney(cents);
}

export const toPlanFormValues = (plan: EditablePlan, interval: Interval): PlanFormValues => ({
  name: plan.planName,
  description: plan.description,
  price: typedMoney(getPriceCents(plan, interval)),
  extraScreenPrice: toExtraScreenText(plan, interval),
  devices: String(plan.device),
  hasTrial: plan.trialDays > 0,
  trialDays: plan.trialDays > 0 ? String(plan.trialDays) : '30',
  features: plan.features.map((feature) => ({ ...feature })),
});

export type PlanFormErrors = Partial<
  Record<'name' | 'description' | 'price' | 'extraScreenPrice' | 'devices' | 'trialDays' | 'features', string>
>;

const FIELDS: Record<string, keyof PlanFormErrors> = { amount: 'price', extraScreenAmount: 'extraScreenPrice' };
const TRIAL_MESSAGE = `Enter a number of days from 1 to ${PLAN_LIMITS.trialDays}.`;

/** Returns the request, or errors by field. */
export function validatePlan(
  typed: PlanFormValues,
  plan: EditablePlan,
  interval: Interval,
): { body: PlanBody } | { faults: PlanFormErrors } {
  const days = /^\d{1,3}$/.test(typed.trialDays.trim()) ? Number(typed.trialDays) : Number.NaN;
  const price = readMoney(typed.price);
  const extraScreenPrice = typed.extraScreenPrice.trim() === '' ? undefined : readMoney(typed.extraScreenPrice);
  const checked = planBody.safeParse({
    name: typed.name,
    description: typed.description,
    trialDays: typed.hasTrial ? days : 0,
    features: typed.features,
    devices: /^\d+$/.test(typed.devices.trim()) ? Number(typed.devices) : Number.NaN,
    interval,
    amount: price && 'cents' in price ? price.cents : undefined,
    extraScreenAmount: extraScreenPrice && 'cents' in extraScreenPrice ? extraScreenPrice.cents : null,
    updatedAt: plan.updatedAt,
  });
  const faults: PlanFormErrors = {
    ...(price && 'fault' in price && { price: price.fault }),
    ...(extraScreenPrice && 'fault' in extraScreenPrice && { extraScreenPrice: extraScreenPrice.fault }),
  };
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = FIELDS[String(path[0])] ?? (String(path[0]) as keyof PlanFormErrors);
    faults[field] ??= field === 'trialDays' ? TRIAL_MESSAGE : message;
  }
  if (typed.hasTrial && days === 0) faults.trialDays ??= TRIAL_MESSAGE;
  return checked.success && Object.keys(faults).length === 0 ? { body: checked.data } : { faults };
}
