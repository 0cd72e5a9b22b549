const FIRST_DELAY_MS = 10_000;
const FACTOR = 3;
const MAX_DELAY_MS = 6 * 3_600_000;
/** Share of a delay that is random, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2;

/** Time during which a delivery is tried again. */
export const RETRY_MS = 3 * 86_400_000;

/**
 * Returns the time of the next attempt after `attempts` failed ones, or null after the last one. The last attempt is made when the delivery expires. `random`
 * is between 0 and 1.
 */
export function getNextAttempt({ attempts, expiresAt }: { attempts: number; expiresAt: Date }, now: Date, random: number): Date | null {
  if (now >= expiresAt) return null;
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempts - 1));
  return new Date(Math.min(now.getTime() + delayMs * (1 - JITTER + 2 * JITTER * random), expiresAt.getTime()));
}
