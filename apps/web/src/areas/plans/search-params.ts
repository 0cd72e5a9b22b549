import type { SearchSchemaInput } from '@tanstack/react-router';
import { readFlag, readOneOf, readTexts } from '../../lib/search-params.ts';
import { PLAN_SLUGS, type PlanSlug } from '../accounts/chosen-plan.ts';

const INTERVALS = ['month', 'year'] as const;

/** Search parameters of the pages for choosing, paying and confirming a plan. */
export interface SubscriptionSearch {
  /** Other plans are wanted though one runs. */
  choose?: boolean;
  /** On the way from the pricing page: its steps are shown. */
  steps?: boolean;
  /** Name of the plan on the pricing page. */
  plan?: PlanSlug;
  interval?: (typeof INTERVALS)[number];
  priceId?: string;
  orderId?: string;
}

export const subscriptionSearch = (raw: SubscriptionSearch & SearchSchemaInput): SubscriptionSearch => ({
  ...readTexts(raw, 'priceId', 'orderId'),
  plan: readOneOf(raw.plan, PLAN_SLUGS),
  choose: readFlag(raw.choose) || undefined,
  steps: readFlag(raw.steps) || undefined,
  interval: readOneOf(raw.interval, INTERVALS),
});
