import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '../platform/bounds.ts';
import { TokenBucket } from '../platform/limits/token-bucket.ts';

/** A screen downloads two files at a time, and asks for its manifest when it has changed. A new one may download a thousand small pictures. */
const REQUESTS = { burst: 1000, perSecond: 20 };
/** A screen that was not seen for longer starts with a full allowance. */
const MOST_SCREENS = 50_000;

/** Limits HTTP requests by screen, in this process. Returns whether the screen may send another one now. */
export function createScreenBudget(): (screenId: string) => boolean {
  const buckets = new LRUCache<string, TokenBucket>(entriesUpTo(MOST_SCREENS));
  return (screenId) => {
    const bucket = buckets.get(screenId) ?? new TokenBucket(REQUESTS);
    buckets.set(screenId, bucket);
    return bucket.take();
  };
}
