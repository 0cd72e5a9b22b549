/** Plans as administrators see and edit them. */
import { z } from 'zod';
import { platform } from './accounts.ts';
import { deviceAllowanceNumber } from './profile.ts';
import { ENTERPRISE_PLAN, FAMILY_PLAN, FREE_PLAN, interval, plan } from './subscriptions.ts';

export const PLAN_LIMITS = { name: 50, description: 250, feature: 80, features: 20, trialDays: 365, amount: 99_999_99 } as const;

/** Returns true for plans with a fixed name, because the name has a meaning: the Family Plan, the enterprise plan and the trial of a new account. */
export const isNameFixed = (name: string): boolean => [FREE_PLAN.planName, FAMILY_PLAN, ENTERPRISE_PLAN].includes(name);

/** GET /plans: what is for sale, on both platforms. */
export const editablePlan = plan
  .extend({ platform, updatedAt: z.string(), isNameFixed: z.boolean(), isFree: z.boolean() })
  .meta({ id: 'EditablePlan' });
export type EditablePlan = z.infer<typeof editablePlan>;

const words = (max: number, required: string) =>
  z.string({ error: required }).trim().min(1, required).max(max, `Should not exceed ${max} characters!`);

export const planFeature = z.strictObject({ text: words(PLAN_LIMITS.feature, 'Feature should not be empty.'), isIncluded: z.boolean() });

/** PUT /plans/{id}. A changed price applies to new subscribers; existing subscribers keep their price. */
export const planBody = z.strictObject({
  name: words(PLAN_LIMITS.name, 'Name should not be empty.'),
  description: z.string().trim().max(PLAN_LIMITS.description, `Should not exceed ${PLAN_LIMITS.description} characters!`),
  /** 0 for none. */
  trialDays: z.number({ error: 'Trial days should not be empty.' }).int().min(0).max(PLAN_LIMITS.trialDays),
  features: z.array(planFeature).max(PLAN_LIMITS.features, `You can add up to ${PLAN_LIMITS.features} features.`),
  /** Devices that the plan includes. A changed number applies to new subscribers. */
  devices: deviceAllowanceNumber.optional(),
  /** Which of its prices `amount` is: whole cents. */
  interval,
  amount: z.number({ error: 'Price should not be empty.' }).int().min(0).max(PLAN_LIMITS.amount, 'Enter a lower price.'),
  /** Price of one extra screen for that interval, in whole cents. Null for a plan without extra screens; unchanged when it is missing. */
  extraScreenAmount: z
    .number()
    .int()
    .min(1, 'Enter a price above zero, or leave the field empty.')
    .max(PLAN_LIMITS.amount, 'Enter a lower price.')
    .nullable()
    .optional(),
  /** As it was read. */
  updatedAt: z.iso.datetime(),
});
export type PlanBody = z.infer<typeof planBody>;
