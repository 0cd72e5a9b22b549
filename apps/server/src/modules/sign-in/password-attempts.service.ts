import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CountedAttempt } from '../../platform/limits/attempt-limits.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hashing.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { accountsModule, SealNonce } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import { isBrowserToken } from './known-browsers.service.ts';
import { beginPasswordAttempt } from './password-attempts.store.ts';
import type { AccountForSignIn } from './sessions.store.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

/** Email address and password of a sign-in, and where it comes from. */
interface GivenPassword {
  email: string;
  /** Plain or sealed. */
  password: string;
  address: string;
  /** Cookie of the browser. */
  cookie: string | undefined;
}

/** Account whose password was entered correctly. */
export interface VerifiedPassword {
  account: AccountForSignIn;
  /** Whether a second factor of this account was given in this browser before. */
  isTrustedBrowser: boolean;
  attempt: CountedAttempt;
}

interface Deps {
  db: Database;
  clock: Clock;
  limits: SignInLimits;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'decryptPassword'>;
}

/** Throws USER_DISABLED or ACCOUNT_NOT_VERIFY. */
export function assertEnabled(account: { disabled_at: Date | null; verified_at: Date | null }): void {
  if (account.disabled_at !== null) throw new AppError('USER_DISABLED');
  if (account.verified_at === null) throw new AppError('ACCOUNT_NOT_VERIFY');
}

/** Returns the account if the password opens it. NO_USER_EXISTS, INCORRECT_PASSWORD, USER_DISABLED, ACCOUNT_NOT_VERIFY. */
export async function assertPassword(account: AccountForSignIn | undefined, password: string): Promise<AccountForSignIn> {
  if (!account) {
    // The specification names the unknown address; the time it takes must not say more than that.
    await hashPassword(password);
    throw new AppError('NO_USER_EXISTS');
  }
  if (!(await verifyPassword(account.password_hash, password))) throw new AppError('INCORRECT_PASSWORD');
  assertEnabled(account);
  return account;
}

/** Verifies passwords within the limits of guessing. */
export function createPasswordAttempts({ db, clock, limits, accounts }: Deps) {
  /** Returns a seal that cannot be opened as a refusal, because guesses beyond the limits must be refused first. */
  const decrypt = (password: string): { password: string; nonce: SealNonce | null } | AppError => {
    try {
      return accounts.decryptPassword(password);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };

  return {
    /** Verifies the password and runs `work`. The errors of `assertPassword`, SEAL_EXPIRED, TOO_MANY_REQUESTS. */
    async verify<T>({ email, password, address, cookie }: GivenPassword, work: (verified: VerifiedPassword) => Promise<T>): Promise<T> {
      const opened = decrypt(password);
      const [others, knownBrowser] = [
        { address, email },
        { address, email, browser: cookie ?? '' },
      ];
      const begun = await beginPasswordAttempt(autocommit(db), {
        email,
        browserHash: cookie !== undefined && isBrowserToken(cookie) ? hashToken(cookie) : null,
        nonce: opened instanceof AppError ? null : opened.nonce,
        limits: { others: limits.listRows(others), knownBrowser: limits.listRows(knownBrowser) },
        now: clock.now(),
      });
      if (!begun.isCounted) throw limits.createRefusal();
      return limits.makeAttempt(begun.isKnownBrowser ? knownBrowser : others, async (attempt) => {
        if (opened instanceof AppError) throw opened;
        if (begun.isNonceUsed) throw new AppError('SEAL_EXPIRED');
        const account = await assertPassword(begun.account, opened.password);
        return work({ account, isTrustedBrowser: begun.isTrustedBrowser, attempt });
      });
    },
  };
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;
