import { LRUCache } from 'lru-cache';
import { maxEntries } from '../lru-options.ts';

export interface Allowance {
  /** Amount that may be taken at once after a pause. */
  burst: number;
  /** Amount that is added each second, up to the burst. */
  perSecond: number;
}

/** Absorbs the rounding of times, so that a burst is allowed to its last token. */
const ROUNDING = 1e-6;

/**
 * Takes an amount from a token bucket, which limits a steady rate and allows short bursts. The bucket is one number, since there are several for each
 * of thousands of clients: the time at which it is full again, or 0 for a full one. Returns the new number, or undefined when less than the amount is left.
 * Times are in milliseconds of a clock that only runs forward.
 */
export function takeTokens(fullAt: number, { burst, perSecond }: Allowance, amount = 1, now = performance.now()): number | undefined {
  const missing = (Math.max(0, fullAt - now) * perSecond) / 1000;
  if (missing + amount > burst + ROUNDING) return undefined;
  return Math.max(fullAt, now) + (amount * 1000) / perSecond;
}

/**
 * Creates one token bucket for each key. The returned function takes from a bucket, or returns false when less than the amount is left. A key that was not
 * used for longer than `maxKeys` others starts with a full bucket.
 */
export function createTokenBuckets(allowance: Allowance, maxKeys: number): (key: string, amount?: number) => boolean {
  const buckets = new LRUCache<string, number>(maxEntries(maxKeys));
  return (key, amount) => {
    const fullAt = takeTokens(buckets.get(key) ?? 0, allowance, amount);
    if (fullAt !== undefined) buckets.set(key, fullAt);
    return fullAt !== undefined;
  };
}
