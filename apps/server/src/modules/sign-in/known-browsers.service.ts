import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import {
  deleteExpiredKnownBrowsers,
  deleteKnownBrowsers,
  findKnownBrowser,
  forgetSecondFactor,
  type RememberedBrowser,
  upsertKnownBrowser,
} from './known-browsers.store.ts';

/** As long as browsers keep a cookie. */
export const KNOWN_BROWSER_TTL_MS = 400 * 86_400_000;
export const MAX_BROWSERS_PER_ACCOUNT = 20;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Returns false for a cookie that was changed by hand. */
export const isBrowserToken = (cookie: string): boolean => TOKEN_PATTERN.test(cookie);

/** Browser that has signed in to an account before. `isTrusted`: a code of the account's second factor was given in it. */
export interface KnownBrowser {
  cookie: string;
  isTrusted: boolean;
}

/** Browsers that signed in to an account before, by a random cookie that opens nothing. */
export function createKnownBrowsersService({ db, clock }: { db: Database; clock: Clock }) {
  /** Returns the cookie of a browser and its row. Accounts that share a browser share the cookie; each account records it separately. */
  const describe = (
    userId: string,
    cookie: string | undefined,
    { isTrusted }: { isTrusted: boolean },
  ): { token: string; row: RememberedBrowser } => {
    const token = cookie !== undefined && isBrowserToken(cookie) ? cookie : createToken();
    const expiresAt = new Date(clock.now().getTime() + KNOWN_BROWSER_TTL_MS);
    return { token, row: { userId, tokenHash: hashToken(token), expiresAt, secondFactorAt: isTrusted ? clock.now() : null } };
  };

  return {
    /** Returns the browser if this account knows its cookie. */
    async recognise(email: string, cookie: string | undefined): Promise<KnownBrowser | undefined> {
      if (cookie === undefined || !isBrowserToken(cookie)) return undefined;
      const known = await findKnownBrowser(db, email, hashToken(cookie), clock.now());
      return known && { cookie, isTrusted: known.second_factor_at !== null };
    },
    describe,
    /** Records that the account was used in this browser and returns its cookie. */
    async remember(userId: string, cookie: string | undefined, { isTrusted = false } = {}): Promise<string> {
      const { token, row } = describe(userId, cookie, { isTrusted });
      await upsertKnownBrowser(autocommit(db), row, { atMost: MAX_BROWSERS_PER_ACCOUNT, now: clock.now() });
      return token;
    },
    distrustAll: (tx: Tx, userId: string) => forgetSecondFactor(tx, userId),
    forgetAll: (tx: Tx, userId: string) => deleteKnownBrowsers(tx, userId),
    removeExpired: () => deleteExpiredKnownBrowsers(autocommit(db), clock.now()),
  };
}

export type KnownBrowsersService = ReturnType<typeof createKnownBrowsersService>;
