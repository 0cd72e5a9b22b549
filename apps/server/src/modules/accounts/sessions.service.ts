import { LIMITS, role as roles, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Live, sessionRoom } from '../../platform/live/live.ts';
import type { Person } from '../access/index.ts';
import { presentUser } from './accounts.presenter.ts';
import { findUserByEmail } from './accounts.store.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';
import { hashToken, newToken } from './secrets.ts';
import { deleteExpired, deleteSession, findSession, insertSession } from './sessions.store.ts';

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  live: Live;
  sealed: SealedPasswords;
}

export function createSessionsService({ db, clock, live, sealed }: SessionsDeps) {
  return {
    async signIn(input: { email: string; password: string }): Promise<{ token: string; user: User }> {
      const password = await sealed.open(input.password);
      const user = await findUserByEmail(db, input.email);
      if (!user) {
        // The specification names the unknown address; the time it takes must not say more than that.
        await hashPassword(password);
        throw new AppError('NO_USER_EXISTS');
      }
      if (!(await isPassword(user.password_hash, password))) throw new AppError('INCORRECT_PASSWORD');
      if (user.disabled_at !== null) throw new AppError('USER_DISABLED');
      if (user.verified_at === null) throw new AppError('ACCOUNT_NOT_VERIFY');
      const token = newToken();
      const now = clock.now();
      await insertSession(db, {
        token_hash: hashToken(token),
        user_id: user.id,
        created_at: now,
        expires_at: new Date(now.getTime() + LIMITS.sessionMs),
      });
      return { token, user: presentUser(user) };
    },

    async signOut(actor: Person): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await deleteSession(tx, Buffer.from(actor.sessionId, 'hex'));
        await live.disconnect(tx, sessionRoom(actor.sessionId));
      });
    },

    async resolvePerson(token: string): Promise<Person | undefined> {
      const tokenHash = hashToken(token);
      const row = await findSession(db, tokenHash, clock.now());
      if (!row) return undefined;
      return {
        kind: 'person',
        userId: row.id,
        role: roles.parse(row.role),
        isSuperAdmin: row.is_super_admin,
        sessionId: tokenHash.toString('hex'),
      };
    },

    removeExpired: () => deleteExpired(db, clock.now()),
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;
