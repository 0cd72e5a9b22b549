import { newPassword, otherPassword, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, sessionRoom } from '../../platform/live/live.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { emailChangedMail, mailJob, passwordChangedMail, resetMail, verificationMail } from './accounts.mails.ts';
import { presentUser } from './accounts.presenter.ts';
import { findProfile } from './accounts.read-model.ts';
import { findUser, findUserByEmail, insertUser, updateEmail, updatePasswordHash, updatePrivacy, updateVerified } from './accounts.store.ts';
import type { EmailLinks } from './email-links.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';
import { deleteOtherSessions } from './sessions.store.ts';

export interface AccountsDeps {
  db: Database;
  queue: Queue;
  live: Live;
  clock: Clock;
  sealed: SealedPasswords;
  links: EmailLinks;
  /** Told within the transaction that makes the account, e.g. to give it a first album. */
  onAccountCreated: (tx: Tx, userId: string) => Promise<void>;
  /** The address is proven to be this person's; told within the transaction that believes it. */
  onEmailVerified: (tx: Tx, userId: string, email: string) => Promise<void>;
}

export function createAccountsService({ db, queue, live, clock, sealed, links, onAccountCreated, onEmailVerified }: AccountsDeps) {
  const read = async (tx: Tx, userId: string): Promise<User> => {
    const profile = await findProfile(tx, userId);
    if (!profile) throw new AppError('NOT_FOUND');
    return presentUser(profile);
  };

  const sendVerification = async (tx: Tx, user: { id: string; name: string; email: string }) => {
    await queue.add(tx, mailJob, verificationMail(user, await links.make(tx, user.id, 'verify')));
  };

  /** Whoever knew the old password is out; the session that changed it may stay. */
  const replacePassword = async (tx: Tx, userId: string, passwordHash: string, keptSession: string | null) => {
    await updatePasswordHash(tx, userId, passwordHash);
    const ended = await deleteOtherSessions(tx, userId, keptSession === null ? null : Buffer.from(keptSession, 'hex'));
    for (const { token_hash } of ended) await live.disconnect(tx, sessionRoom(token_hash.toString('hex')));
    const user = await findUser(tx, userId);
    if (user) await queue.add(tx, mailJob, passwordChangedMail(user));
  };

  return {
    async signUp(input: { name: string; email: string; password: string; platform: 'PP' | 'WV' }): Promise<User> {
      const password = parsePassword(newPassword, await sealed.open(input.password));
      const passwordHash = await hashPassword(password);
      try {
        return await db.transaction().execute(async (tx) => {
          const user = { id: newId(), name: input.name, email: input.email };
          await insertUser(tx, { ...user, password_hash: passwordHash, platform: input.platform });
          await onAccountCreated(tx, user.id);
          await sendVerification(tx, user);
          return read(tx, user.id);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('EMAIL_TAKEN');
        throw error;
      }
    },

    /** Answers the same for known and unknown addresses: this call needs no session. */
    resendVerification: (email: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user && user.verified_at === null) await sendVerification(tx, user);
      }),

    /** As above. A deactivated account gets no mail. */
    forgotPassword: (email: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user && user.disabled_at === null) await queue.add(tx, mailJob, resetMail(user, await links.make(tx, user.id, 'reset')));
      }),

    /** The link of the first mail, or of a changed address. */
    verifyEmail: (key: string, lock: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { userId, newEmail } = await links.take(tx, key, lock, ['verify', 'change']);
        await updateVerified(tx, userId, clock.now());
        const user = await findUser(tx, userId);
        if (newEmail === null) return user && onEmailVerified(tx, userId, user.email);
        if (await findUserByEmail(tx, newEmail)) throw new AppError('EMAIL_TAKEN');
        await updateEmail(tx, userId, newEmail);
        await onEmailVerified(tx, userId, newEmail);
        if (user) await queue.add(tx, mailJob, emailChangedMail(user, newEmail));
      }),

    /** Whose password the link would set; the link stays good until it does. */
    async checkResetLink(key: string, lock: string): Promise<{ email: string }> {
      const { userId } = await links.peek(db, key, lock, ['reset']);
      const user = await findUser(db, userId);
      if (!user) throw new AppError('LINK_EXPIRED');
      return { email: user.email };
    },

    async resetPassword(input: { email: string; password: string; key: string; lock: string }): Promise<void> {
      const passwordHash = await hashPassword(parsePassword(otherPassword, await sealed.open(input.password)));
      await db.transaction().execute(async (tx) => {
        const { userId } = await links.take(tx, input.key, input.lock, ['reset']);
        const user = await findUser(tx, userId);
        if (user?.email.toLowerCase() !== input.email.toLowerCase()) throw new AppError('LINK_EXPIRED');
        // Whoever reads the mails of an address has verified it as well.
        await updateVerified(tx, userId, clock.now());
        await onEmailVerified(tx, userId, user.email);
        await replacePassword(tx, userId, passwordHash, null);
      });
    },

    async changePassword(actor: Person, input: { oldPassword: string; newPassword: string }): Promise<void> {
      const [oldPassword, nextPassword] = [
        await sealed.open(input.oldPassword),
        parsePassword(otherPassword, await sealed.open(input.newPassword)),
      ];
      const user = await findUser(db, actor.userId);
      if (!user || !(await isPassword(user.password_hash, oldPassword))) throw new AppError('PASSWORD_CHANGE_ERROR');
      const passwordHash = await hashPassword(nextPassword);
      await db.transaction().execute((tx) => replacePassword(tx, actor.userId, passwordHash, actor.sessionId));
    },

    async getUser(actor: Person, userId: string): Promise<User> {
      await authorize(db, actor, 'account.read', [userId]);
      return read(db, userId);
    },

    async setPrivacy(actor: Person, userId: string, accepted: boolean): Promise<void> {
      await authorize(db, actor, 'account.update', [userId]);
      await updatePrivacy(db, userId, accepted ? clock.now() : null);
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** A sealed password was opaque to the route's schema, so its rules are applied here. */
function parsePassword(rule: typeof newPassword | typeof otherPassword, password: string): string {
  const parsed = rule.safeParse(password);
  if (!parsed.success) throw new AppError('INVALID', parsed.error.issues[0]?.message);
  return parsed.data;
}
