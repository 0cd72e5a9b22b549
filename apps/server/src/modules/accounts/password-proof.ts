import { type ErrorCode, MESSAGES } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findUser, lockPasswordHash } from './accounts.store.ts';
import { createAttempts } from './attempts.ts';
import { isPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';

const WINDOW_MS = 15 * 60_000;
const TRIES = 10;
const WRONG = 'Incorrect password. Try again.';

/** That whoever asks gave their password. `assertStill` says so once more in the transaction that acts on it: it may have been reset since. */
export interface PasswordProof {
  assertStill(tx: Tx): Promise<void>;
}

export interface PasswordProofs {
  prove(actor: Pick<Person, 'userId'>, password: string | undefined, refusal?: ErrorCode): Promise<PasswordProof>;
}

/** Asks whoever is signed in for their password again; an open session alone is not enough for what takes an account over or away. */
export function createPasswordProofs({
  db,
  clock,
  sealed,
}: {
  db: Database;
  clock: Clock;
  sealed: Pick<SealedPasswords, 'open'>;
}): PasswordProofs {
  const attempts = createAttempts({ db, clock });
  return {
    async prove(actor, password, refusal) {
      const refuse = () => (refusal ? new AppError(refusal) : new AppError('INCORRECT_PASSWORD', WRONG));
      if (password === undefined) throw new AppError('INVALID', MESSAGES.otherPasswordRequired);
      return attempts.watch([{ of: `password ${actor.userId}`, limit: TRIES, withinMs: WINDOW_MS }], async () => {
        const plain = await sealed.open(password);
        const user = await findUser(db, actor.userId);
        if (!user || !(await isPassword(user.password_hash, plain))) throw refuse();
        return {
          async assertStill(tx) {
            const now = await lockPasswordHash(tx, actor.userId);
            if (now?.password_hash !== user.password_hash) throw refuse();
          },
        };
      });
    },
  };
}
