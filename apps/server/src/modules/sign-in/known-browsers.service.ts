import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import {
  deleteExpiredKnownBrowsers,
  deleteKnownBrowsers,
  findKnownBrowser,
  forgetSecondFactor,
  upsertKnownBrowser,
} from './known-browsers.store.ts';

/** As long as browsers keep a cookie. */
export const KNOWN_BROWSER_TTL_MS = 400 * 86_400_000;
const MAX_PER_ACCOUNT = 20;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Browser that has signed in to an account before. `isTrusted`: a code of the account's second factor was given in it. */
export interface KnownBrowser {
  cookie: string;
  isTrusted: boolean;
}

/** Browsers that signed in to an account before, by a random cookie that opens nothing. */
export function createKnownBrowsersService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Returns the browser if this account knows its cookie. */
    async recognise(email: string, cookie: string | undefined): Promise<KnownBrowser | undefined> {
      if (cookie === undefined || !TOKEN_PATTERN.test(cookie)) return undefined;
      const known = await findKnownBrowser(db, email, hashToken(cookie), clock.now());
      return known && { cookie, isTrusted: known.second_factor_at !== null };
    },
    /** Records a sign-in on this browser and returns its cookie. Accounts that share a browser share the cookie; each account records it separately. */
    async remember(userId: string, cookie: string | undefined, { isTrusted = false } = {}): Promise<string> {
      const token = cookie !== undefined && TOKEN_PATTERN.test(cookie) ? cookie : createToken();
      const expiresAt = new Date(clock.now().getTime() + KNOWN_BROWSER_TTL_MS);
      await upsertKnownBrowser(
        autocommit(db),
        { userId, tokenHash: hashToken(token), expiresAt, secondFactorAt: isTrusted ? clock.now() : null },
        MAX_PER_ACCOUNT,
      );
      return token;
    },
    distrustAll: (tx: Tx, userId: string) => forgetSecondFactor(tx, userId),
    forgetAll: (tx: Tx, userId: string) => deleteKnownBrowsers(tx, userId),
    removeExpired: () => deleteExpiredKnownBrowsers(autocommit(db), clock.now()),
  };
}

export type KnownBrowsersService = ReturnType<typeof createKnownBrowsersService>;
