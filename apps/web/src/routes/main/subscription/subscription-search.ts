import type { SearchSchemaInput } from '@tanstack/react-router';
import { isTrue, oneOf, type Raw, textOf } from '../../search-values.ts';

const INTERVALS = ['month', 'year'] as const;

/** What the pages carry on which a plan is chosen, paid and confirmed. */
export interface SubscriptionSearch {
  /** Other plans are wanted though one runs. */
  choose?: boolean;
  /** On the way from the pricing page: its steps are shown. */
  steps?: boolean;
  /** By its name on the pricing page. */
  plan?: string;
  interval?: (typeof INTERVALS)[number];
  priceId?: string;
  orderId?: string;
}

export function subscriptionSearch(raw: SubscriptionSearch & SearchSchemaInput): SubscriptionSearch {
  const search: Raw = { ...raw };
  return {
    choose: isTrue(search.choose) || undefined,
    steps: isTrue(search.steps) || undefined,
    plan: textOf(search.plan),
    interval: oneOf(search.interval, INTERVALS),
    priceId: textOf(search.priceId),
    orderId: textOf(search.orderId),
  };
}
