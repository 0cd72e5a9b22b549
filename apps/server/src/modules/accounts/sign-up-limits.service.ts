import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { consumeAttempts, createAttemptLimiter } from '../../platform/limits/attempt-limits.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_MAILS_PER_ACCOUNT = 5;
/** Sign-ups with an address that has an account. The answer reveals that it has one. */
const TAKEN_PER_NETWORK = 60;

const MAILED = 'Several emails were requested for this address. Open the newest one, check your spam folder, or try again in 15 minutes.';

/** Limits requests that need no session: sign-ups, and emails with links. */
export function createSignUpLimits({ db, clock }: { db: Database; clock: Clock }) {
  const attempts = createAttemptLimiter({ db, clock });
  return {
    /** Counts sign-ups that fail because the address is taken, so that a list of addresses cannot be tested. */
    watchSignUp: <T>(address: string, signUp: () => Promise<T>): Promise<T> =>
      attempts.limitAttempts([{ subject: `taken ${rateLimitKey(address)}`, limit: TAKEN_PER_NETWORK, windowMs: WINDOW_MS }], signUp),
    /** Counts emails to an address that were requested without a session, so that strangers cannot fill a mailbox. */
    assertMailAllowed(email: string): Promise<void> {
      const limit = { subject: `mail ${email.toLowerCase()}`, limit: MAX_MAILS_PER_ACCOUNT, windowMs: WINDOW_MS };
      return db.transaction().execute((tx) => consumeAttempts(tx, clock, [limit], { refusal: MAILED }));
    },
  };
}

export type SignUpLimits = ReturnType<typeof createSignUpLimits>;
