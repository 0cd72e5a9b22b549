import { createTokenBuckets } from '../platform/limits/token-bucket.ts';

/** A screen downloads two files at a time, and requests its manifest when it has changed. A new one may download a thousand small images. */
const REQUESTS = { burst: 1000, perSecond: 20 };
const MAX_SCREENS = 50_000;

/** Limits HTTP requests by screen, in this process. Returns whether the screen may send another one now. */
export const createScreenBudget = (): ((screenId: string) => boolean) => createTokenBuckets(REQUESTS, MAX_SCREENS);
