/**
 * Limits guessing without locking out an office behind one address: in 15 minutes an account accepts 10 wrong passwords from one client network and 50
 * from all networks together, and a network may send 300 for all accounts. A browser that signed in to the account before, or that has just set a new
 * password by an emailed link, has 10 of its own, which strangers cannot use up. A right password never counts.
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

/** Says how the owner gets in at once: no count blocks a link that was mailed. */
const LOCKED = 'Too many attempts to sign in. Wait 15 minutes, or reset your password by email to sign in now.';
const MAILED = 'Several emails were requested for this address. Open the newest one, check your spam folder, or try again in 15 minutes.';

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
    watch: <T>(guess: Guess, attempt: () => Promise<T>): Promise<T> => attempts.watch(allowancesOf(guess), attempt, LOCKED),
    /** Counts sign-ups that fail because the address is taken, so that a list of addresses cannot be tested. */
    watchSignUp: <T>(address: string, signUp: () => Promise<T>): Promise<T> =>
      attempts.watch([allowance(`taken ${rateLimitKey(address)}`, TAKEN_PER_NETWORK)], signUp),
    /** Counts mails to an address that were requested without a session, so that strangers cannot fill a mailbox. */
    assertMailAllowed: (email: string): Promise<void> =>
      db
        .transaction()
        .execute((tx) => takeAttempts(tx, clock, [allowance(`mail ${email.toLowerCase()}`, MAILS_PER_ACCOUNT)], { refusal: MAILED })),
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;
