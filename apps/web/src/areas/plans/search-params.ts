import type { SearchSchemaInput } from '@tanstack/react-router';
import { readFlag, readOneOf, readTexts } from '../../lib/search-params.ts';

const INTERVALS = ['month', 'year'] as const;

/** Search parameters of the pages for choosing, paying and confirming a plan. */
export interface SubscriptionSearch {
  /** Other plans are wanted though one runs. */
  choose?: boolean;
  /** On the way from the pricing page: its steps are shown. */
  steps?: boolean;
  /** Name of the plan on the pricing page. */
  plan?: string;
  interval?: (typeof INTERVALS)[number];
  priceId?: string;
  orderId?: string;
}

export const subscriptionSearch = (raw: SubscriptionSearch & SearchSchemaInput): SubscriptionSearch => ({
  ...readTexts(raw, 'plan', 'priceId', 'orderId'),
  choose: readFlag(raw.choose) || undefined,
  steps: readFlag(raw.steps) || undefined,
  interval: readOneOf(raw.interval, INTERVALS),
});
