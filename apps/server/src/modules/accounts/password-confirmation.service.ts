import { type ErrorCode, MESSAGES } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createAttemptLimiter } from '../../platform/limits/attempt-limits.ts';
import { verifyPassword } from '../../platform/security/password-hashing.ts';
import type { Person } from '../access/index.ts';
import { findUser, lockPasswordHash } from './accounts.store.ts';
import type { SealedPasswords } from './sealed-passwords.service.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_ATTEMPTS = 10;
const WRONG_PASSWORD_MESSAGE = 'Incorrect password. Try again.';

/** Proof that the caller entered their password. `assertStillValid` checks again in the transaction that relies on it, in case of a reset since then. */
export interface PasswordConfirmation {
  assertStillValid(tx: Tx): Promise<void>;
}

export interface PasswordConfirmations {
  confirm(actor: Pick<Person, 'userId'>, password: string | undefined, refusal?: ErrorCode): Promise<PasswordConfirmation>;
}

/** Requires the password of a signed-in account again, because an open session alone must not suffice to take over or delete an account. */
export function createPasswordConfirmations({
  db,
  clock,
  sealed,
}: {
  db: Database;
  clock: Clock;
  sealed: Pick<SealedPasswords, 'open'>;
}): PasswordConfirmations {
  const attempts = createAttemptLimiter({ db, clock });
  return {
    async confirm(actor, password, refusal) {
      const createRefusal = () => (refusal ? new AppError(refusal) : new AppError('INCORRECT_PASSWORD', WRONG_PASSWORD_MESSAGE));
      if (password === undefined) throw new AppError('INVALID', MESSAGES.otherPasswordRequired);
      return attempts.limitAttempts([{ subject: `password ${actor.userId}`, limit: MAX_ATTEMPTS, windowMs: WINDOW_MS }], async () => {
        const plain = await sealed.open(password);
        const user = await findUser(db, actor.userId);
        if (!user || !(await verifyPassword(user.password_hash, plain))) throw createRefusal();
        return {
          async assertStillValid(tx) {
            const now = await lockPasswordHash(tx, actor.userId);
            if (now?.password_hash !== user.password_hash) throw createRefusal();
          },
        };
      });
    },
  };
}
