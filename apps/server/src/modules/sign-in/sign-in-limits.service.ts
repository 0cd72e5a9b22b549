/**
 * Limits guessing without locking out an office behind one address. In 15 minutes an account accepts 10 wrong passwords from one client network and 50 from
 * all networks together, and a network may send 300 for all accounts. A browser that has signed in to the account before, or has just set a new password by
 * an emailed link, has a separate limit of 10, which strangers cannot use up. A correct password never counts.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { AttemptRow } from '../../platform/limits/attempt-counts.store.ts';
import { type AttemptLimit, type CountedAttempt, createAttemptLimiter, toAttemptRows } from '../../platform/limits/attempt-limits.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_PER_ACCOUNT_AND_ADDRESS = 10;
const MAX_PER_ACCOUNT = 50;
const MAX_PER_ADDRESS = 300;
const MAX_PER_KNOWN_BROWSER = 10;

/** Says how the owner gets in at once: no count blocks a link that was mailed. */
const LOCKED = 'Too many attempts to sign in. Wait 15 minutes, or reset your password by email to sign in now.';

const createLimit = (of: string, limit: number): AttemptLimit => ({ subject: of, limit, windowMs: WINDOW_MS });

interface SignInAttempt {
  address: string;
  email: string;
  /** The cookie of a browser that is known to the account. */
  browser?: string;
}

/** `door` tells the web's sign-in from FTP's: they open with different passwords. */
export function createSignInLimits({ db, clock, door: channel }: { db: Database; clock: Clock; door: 'web' | 'ftp' }) {
  const attempts = createAttemptLimiter({ db, clock });
  const getLimits = ({ address, email, browser }: SignInAttempt): AttemptLimit[] => {
    const [account, network] = [email.toLowerCase(), rateLimitKey(address)];
    if (browser !== undefined) return [createLimit(`${channel} browser ${browser} ${account}`, MAX_PER_KNOWN_BROWSER)];
    return [
      createLimit(`${channel} ${network} ${account}`, MAX_PER_ACCOUNT_AND_ADDRESS),
      createLimit(`${channel} account ${account}`, MAX_PER_ACCOUNT),
      createLimit(`${channel} address ${network}`, MAX_PER_ADDRESS),
    ];
  };
  return {
    limitAttempts: <T>(guess: SignInAttempt, attempt: () => Promise<T>): Promise<T> =>
      attempts.limitAttempts(getLimits(guess), attempt, LOCKED),
    /** Lists the counts of a guess, for a statement that counts it. */
    listRows: (guess: SignInAttempt): AttemptRow[] => toAttemptRows(getLimits(guess), clock.now()),
    createRefusal: () => new AppError('TOO_MANY_REQUESTS', LOCKED),
    /** Makes a guess that was counted, and takes its count back unless it was wrong. */
    makeAttempt: <T>(guess: SignInAttempt, attempt: (counted: CountedAttempt) => Promise<T>): Promise<T> =>
      attempts.makeAttempt(getLimits(guess), attempt),
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
