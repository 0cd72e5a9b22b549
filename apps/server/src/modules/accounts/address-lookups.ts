import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';

const DAY_MS = 86_400_000;
/** A person who invites a whole club stays below this; a person who tries a list of addresses does not. */
const LOOKUPS_PER_DAY = 300;

export interface AddressLookups {
  /** Counts lookups of addresses that the account does not know yet. Throws TOO_MANY_REQUESTS when the day's budget is spent. */
  take(userId: string, amount?: number): Promise<void>;
  /** Counts one lookup, or returns false when the day's budget is spent. */
  tryTake(userId: string): Promise<boolean>;
}

/**
 * Limits how many addresses one account can test for an account of another person. Every answer to such a lookup reveals whether the address is
 * registered. The count is committed on its own, so that a refused request counts as well.
 */
export function createAddressLookups({ db, clock }: { db: Database; clock: Clock }): AddressLookups {
  const take = (userId: string, amount = 1): Promise<void> =>
    db.transaction().execute((tx) =>
      consumeAttempts(tx, clock, [{ subject: `address lookups ${userId}`, limit: LOOKUPS_PER_DAY, windowMs: DAY_MS }], {
        amount,
        refusal: 'You’ve looked up too many addresses today. Try again tomorrow.',
      }),
    );
  return {
    take,
    async tryTake(userId) {
      try {
        await take(userId);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      }
    },
  };
}
