/**
 * Slows guessing without locking out a whole office behind one address: an account takes 10 wrong
 * passwords in 15 minutes from one network address and 50 from all together, an address 300 for
 * whatever accounts. A right password never counts.
 */
import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '../../platform/bounds.ts';
import { AppError } from '../../platform/errors.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_KEYS = 100_000;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ACCOUNT = 50;
const PER_ADDRESS = 300;
const MAILS_PER_ACCOUNT = 5;

export function createSignInLimits() {
  const counts = new LRUCache<string, number>({ ...entriesUpTo(MAX_KEYS), ttl: WINDOW_MS, noUpdateTTL: true });
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const assertBelow = (key: string, limit: number) => {
    if ((counts.get(key) ?? 0) >= limit) throw new AppError('TOO_MANY_REQUESTS');
  };

  return {
    assertAllowed(address: string, email: string): void {
      const account = email.toLowerCase();
      assertBelow(`${address} ${account}`, PER_ACCOUNT_AND_ADDRESS);
      assertBelow(`account ${account}`, PER_ACCOUNT);
      assertBelow(`address ${address}`, PER_ADDRESS);
    },
    /** Counts the attempt when it was refused for its password or its account. */
    async watch<T>(address: string, email: string, attempt: () => Promise<T>): Promise<T> {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof AppError && ['INCORRECT_PASSWORD', 'NO_USER_EXISTS'].includes(error.code)) {
          const account = email.toLowerCase();
          for (const key of [`${address} ${account}`, `account ${account}`, `address ${address}`]) add(key);
        }
        throw error;
      }
    },
    /** Nobody's mailbox is filled by somebody else asking again and again. */
    assertMailAllowed(email: string): void {
      const key = `mail ${email.toLowerCase()}`;
      assertBelow(key, MAILS_PER_ACCOUNT);
      add(key);
    },
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
