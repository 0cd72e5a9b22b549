import { timingSafeEqual } from 'node:crypto';
import { LIMITS, newPassword, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { mailJob, verificationMail } from './accounts.mails.ts';
import { presentUser } from './accounts.presenter.ts';
import { findUser, findUserByEmail, insertUser, type UserRow, updatePrivacy, updateVerified } from './accounts.store.ts';
import { replaceEmailLink, takeEmailLink } from './email-links.store.ts';
import { hashPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';
import { hashToken, newToken } from './secrets.ts';

export interface AccountsDeps {
  db: Database;
  queue: Queue;
  clock: Clock;
  sealed: SealedPasswords;
  publicUrl: string;
  /** Told within the transaction that makes the account, e.g. to give it a first album. */
  onAccountCreated: (tx: Tx, userId: string) => Promise<void>;
}

export function createAccountsService({ db, queue, clock, sealed, publicUrl, onAccountCreated }: AccountsDeps) {
  const sendVerification = async (tx: Tx, user: UserRow) => {
    const [key, lock] = [newToken(), newToken()];
    const expiresAt = new Date(clock.now().getTime() + LIMITS.verificationLinkMs);
    await replaceEmailLink(tx, { key, lock_hash: hashToken(lock), purpose: 'verify', user_id: user.id, expires_at: expiresAt });
    await queue.add(tx, mailJob, verificationMail(user, `${publicUrl}/verify-email?emailvfkey=${key}&emailvflock=${lock}`));
  };

  return {
    async signUp(input: { name: string; email: string; password: string; platform: 'PP' | 'WV' }): Promise<User> {
      const password = parsePassword(await sealed.open(input.password));
      const passwordHash = await hashPassword(password);
      try {
        return await db.transaction().execute(async (tx) => {
          const user = await insertUser(tx, {
            id: newId(),
            name: input.name,
            email: input.email,
            password_hash: passwordHash,
            platform: input.platform,
          });
          await onAccountCreated(tx, user.id);
          await sendVerification(tx, user);
          return presentUser(user);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('EMAIL_TAKEN');
        throw error;
      }
    },

    /** Answers the same for known and unknown addresses: this call needs no session. */
    async resendVerification(email: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user && user.verified_at === null) await sendVerification(tx, user);
      });
    },

    async verifyEmail(key: string, lock: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const link = await takeEmailLink(tx, key, 'verify');
        const isOpen = link && link.expires_at > clock.now() && timingSafeEqual(link.lock_hash, hashToken(lock));
        if (!isOpen) throw new AppError('LINK_EXPIRED');
        await updateVerified(tx, link.user_id, clock.now());
      });
    },

    async getUser(actor: Person, userId: string): Promise<User> {
      await authorize(db, actor, 'account.read', [userId]);
      const user = await findUser(db, userId);
      if (!user) throw new AppError('NOT_FOUND');
      return presentUser(user);
    },

    async setPrivacy(actor: Person, userId: string, accepted: boolean): Promise<void> {
      await authorize(db, actor, 'account.update', [userId]);
      await updatePrivacy(db, userId, accepted ? clock.now() : null);
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** A sealed password was opaque to the route's schema, so its rules are applied here. */
function parsePassword(password: string): string {
  const parsed = newPassword.safeParse(password);
  if (!parsed.success) throw new AppError('INVALID', parsed.error.issues[0]?.message);
  return parsed.data;
}
