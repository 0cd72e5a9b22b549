import type { Interval } from '@vitrine/contract/subscriptions';
import { formatPrice } from '../../lib/money.ts';

const SHORT = { month: 'mo', year: 'yr' } as const;
const INTERVALS = { month: 'Monthly', year: 'Yearly' } as const;

/** `$299/mo`, `$2,990/yr`, `--` for nothing (specification 3 §9). */
export const priceWords = (cents: number, interval: Interval): string => (cents === 0 ? '--' : `${formatPrice(cents)}/${SHORT[interval]}`);

export const intervalWords = (interval: Interval): string => INTERVALS[interval];
