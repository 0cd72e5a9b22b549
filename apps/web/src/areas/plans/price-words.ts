import type { Interval } from '@vitrine/contract/subscriptions';
import { formatPrice } from '../../lib/money.ts';

const INTERVAL_SUFFIXES = { month: 'mo', year: 'yr' } as const;
const INTERVAL_LABELS = { month: 'Monthly', year: 'Yearly' } as const;

/** `$299/mo`, `$2,990/yr`, `--` for nothing (specification 3 §9). */
export const formatPlanPrice = (cents: number, interval: Interval): string =>
  cents === 0 ? '--' : `${formatPrice(cents)}/${INTERVAL_SUFFIXES[interval]}`;

export const getIntervalLabel = (interval: Interval): string => INTERVAL_LABELS[interval];
