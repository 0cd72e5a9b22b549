/**
 * Slows guessing without locking out a whole office behind one address: an account takes 10 wrong
 * passwords in 15 minutes from one network address and 50 from all together, an address 300 for
 * whatever accounts. A browser that signed in to the account before has 10 of its own, which no
 * stranger can use up. A right password never counts.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';
import { type Allowance, createAttempts, takeAttempts } from './attempts.ts';

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ACCOUNT = 50;
const PER_ADDRESS = 300;
const PER_KNOWN_BROWSER = 10;
const MAILS_PER_ACCOUNT = 5;
/** Sign-ups with an address that has an account. The answer reveals that it has one. */
const TAKEN_PER_NETWORK = 60;

const allowance = (of: string, limit: number): Allowance => ({ of, limit, withinMs: WINDOW_MS });

interface Guess {
  address: string;
  email: string;
  /** The cookie of a browser that is known to the account. */
  browser?: string;
}

/** `door` tells the web's sign-in from FTP's: they open with different passwords. */
export function createSignInLimits({ db, clock, door }: { db: Database; clock: Clock; door: 'web' | 'ftp' }) {
  const attempts = createAttempts({ db, clock });
  const allowancesOf = ({ address, email, browser }: Guess): Allowance[] => {
    const [account, network] = [email.toLowerCase(), rateLimitKey(address)];
    if (browser !== undefined) return [allowance(`${door} browser ${browser} ${account}`, PER_KNOWN_BROWSER)];
    return [
      allowance(`${door} ${network} ${account}`, PER_ACCOUNT_AND_ADDRESS),
      allowance(`${door} account ${account}`, PER_ACCOUNT),
      allowance(`${door} address ${network}`, PER_ADDRESS),
    ];
  };
  return {
    watch: <T>(guess: Guess, attempt: () => Promise<T>): Promise<T> => attempts.watch(allowancesOf(guess), attempt),
    /** Counts sign-ups that fail because the address is taken, so that a list of addresses cannot be tested. */
    watchSignUp: <T>(address: string, signUp: () => Promise<T>): Promise<T> =>
      attempts.watch([allowance(`taken ${rateLimitKey(address)}`, TAKEN_PER_NETWORK)], signUp),
    /** Nobody's mailbox is filled by somebody else asking again and again. */
    assertMailAllowed: (email: string): Promise<void> =>
      db.transaction().execute((tx) => takeAttempts(tx, clock, [allowance(`mail ${email.toLowerCase()}`, MAILS_PER_ACCOUNT)])),
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
