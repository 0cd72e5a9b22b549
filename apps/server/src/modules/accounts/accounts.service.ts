import { newPasswordWithLetter, replacementPassword, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Db, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { authorize, type Person } from '../access/index.ts';
import { accountDeactivatedMail, emailChangedMail, passwordChangedMail, resetMail, verificationMail } from './account-mails.presenter.ts';
import { accountCreated, emailVerified } from './accounts.events.ts';
import type { LoadUser } from './accounts.presenter.ts';
import {
  findUser,
  findUserByEmail,
  insertUser,
  updateDisabledAt,
  updateEmail,
  updateOnboardingEndedAt,
  updatePasswordHash,
  updatePrivacyAcceptedAt,
  updateVerifiedAt,
} from './accounts.store.ts';
import type { CredentialsService } from './credentials.service.ts';
import type { EmailLinksService } from './email-links.service.ts';
import type { PasswordConfirmations } from './password-confirmation.service.ts';
import { NO_OWNER, parseNewPassword } from './password-policy.ts';
import type { SealedPasswords } from './sealed-passwords.service.ts';

export interface AccountsDeps {
  db: Database;
  queue: Queue;
  live: Live;
  clock: Clock;
  sealed: SealedPasswords;
  links: EmailLinksService;
  emit: Emit;
  loadUser: LoadUser;
  credentials: CredentialsService;
  proofs: PasswordConfirmations;
}

export function createAccountsService(deps: AccountsDeps) {
  const { db, queue, live, clock, sealed, links, emit, loadUser, credentials, proofs } = deps;
  const read = async (db: Db, userId: string): Promise<User> => {
    const user = await loadUser(db, userId);
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  };

  const sendVerification = async (tx: Tx, user: { id: string; name: string; email: string }) => {
    await queue.add(tx, mailJob, verificationMail(user, await links.create(tx, user.id, 'verify')));
  };

  /** Ends all sessions that used the old password, except possibly the one that changed it. */
  const replacePassword = async (tx: Tx, userId: string, passwordHash: string, keptSession: string | null) => {
    await updatePasswordHash(tx, userId, passwordHash);
    const keptSessionHash = keptSession === null ? null : Buffer.from(keptSession, 'hex');
    await credentials.revokeAfterCredentialChange(tx, { userId, keptSessionHash, reason: 'password' });
    const user = await findUser(tx, userId);
    if (user) await queue.add(tx, mailJob, passwordChangedMail(user));
  };

  return {
    async signUp(input: { name: string; email: string; password: string; platform: 'PP' | 'WV' }): Promise<User> {
      const password = parseNewPassword(newPasswordWithLetter, await sealed.open(input.password), input);
      const passwordHash = await hashPassword(password);
      try {
        return await db.transaction().execute(async (tx) => {
          const user = { id: newId(), name: input.name, email: input.email };
          await insertUser(tx, { ...user, password_hash: passwordHash, platform: input.platform });
          await emit(tx, accountCreated, { userId: user.id });
          await sendVerification(tx, user);
          return read(tx, user.id);
        });
      } catch (error) {
        return throwEmailTaken(error);
      }
    },

    /** Creates an account whose address another party has verified. Throws EMAIL_TAKEN. */
    async createVerified(tx: Tx, { name, email, passwordHash }: { name: string; email: string; passwordHash: string }): Promise<string> {
      const id = newId();
      const account = { id, name, email, password_hash: passwordHash, platform: 'PP', verified_at: clock.now() };
      await insertUser(tx, account).catch(throwEmailTaken);
      await emit(tx, accountCreated, { userId: id });
      await emit(tx, emailVerified, { userId: id, email });
      return id;
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
        if (user && user.disabled_at === null) await queue.add(tx, mailJob, resetMail(user, await links.create(tx, user.id, 'reset')));
      }),

    /** Confirms the address by the link of a first email or of a changed address. Returns the confirmed address. */
    verifyEmail: (key: string, lock: string): Promise<{ email: string }> =>
      db.transaction().execute(async (tx) => {
        const { userId, newEmail, requestedBySession, isUsed } = await links.consume(tx, key, lock, ['verify', 'change']);
        const user = await findUser(tx, userId);
        if (!user) throw new AppError('LINK_EXPIRED');
        // Opened twice, or after a newer link: the address is verified already.
        if (isUsed) return { email: user.email };
        await updateVerifiedAt(tx, userId, clock.now());
        if (newEmail === null) {
          await emit(tx, emailVerified, { userId, email: user.email });
          return { email: user.email };
        }
        if (await findUserByEmail(tx, newEmail)) throw new AppError('EMAIL_TAKEN');
        await updateEmail(tx, userId, newEmail).catch(throwEmailTaken);
        await credentials.revokeAfterCredentialChange(tx, { userId, keptSessionHash: requestedBySession, reason: 'email' });
        await emit(tx, emailVerified, { userId, email: newEmail });
        await queue.add(tx, mailJob, emailChangedMail(user, newEmail));
        return { email: newEmail };
      }),

    /** Returns the address whose password the link would set, without using the link. */
    async checkResetLink(key: string, lock: string): Promise<{ email: string }> {
      const { userId } = await links.verifyWithoutUse(db, key, lock, ['reset']);
      const user = await findUser(db, userId);
      if (!user) throw new AppError('LINK_EXPIRED');
      return { email: user.email };
    },

    /** Returns the id of the account. */
    async resetPassword(input: { email: string; password: string; key: string; lock: string }): Promise<string> {
      // Check the link first, so that only its holder makes the server hash.
      const { userId: ownerId } = await links.verifyWithoutUse(db, input.key, input.lock, ['reset']);
      const owner = (await findUser(db, ownerId)) ?? NO_OWNER;
      const passwordHash = await hashPassword(parseNewPassword(replacementPassword, await sealed.open(input.password), owner));
      return db.transaction().execute(async (tx) => {
        const { userId } = await links.consume(tx, input.key, input.lock, ['reset']);
        const user = await findUser(tx, userId);
        if (user?.email.toLowerCase() !== input.email.toLowerCase()) throw new AppError('LINK_EXPIRED');
        // A user who reads the emails of an address has verified it as well.
        await updateVerifiedAt(tx, userId, clock.now());
        await emit(tx, emailVerified, { userId, email: user.email });
        await replacePassword(tx, userId, passwordHash, null);
        return userId;
      });
    },

    async changePassword(actor: Person, input: { oldPassword: string; newPassword: string }): Promise<void> {
      const owner = (await findUser(db, actor.userId)) ?? NO_OWNER;
      const nextPassword = parseNewPassword(replacementPassword, await sealed.open(input.newPassword), owner);
      const proof = await proofs.confirm(actor, input.oldPassword, 'PASSWORD_CHANGE_ERROR');
      const passwordHash = await hashPassword(nextPassword);
      await db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        await replacePassword(tx, actor.userId, passwordHash, actor.sessionId);
      });
    },

    async getUser(actor: Person, userId: string): Promise<User> {
      await authorize(db, actor, 'account.read', [userId]);
      return read(db, userId);
    },

    /** Called by the administration within its transaction, after checking the permission. */
    async setDisabled(tx: Tx, userId: string, isDisabled: boolean): Promise<void> {
      const user = await updateDisabledAt(tx, userId, isDisabled ? clock.now() : null);
      if (!user) throw new AppError('NOT_FOUND');
      if (!isDisabled) return;
      await credentials.revokeAfterCredentialChange(tx, { userId, reason: 'disabled' });
      await queue.add(tx, mailJob, accountDeactivatedMail(user));
    },

    setPrivacy: (actor: Person, userId: string, accepted: boolean): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        await updatePrivacyAcceptedAt(tx, userId, accepted ? clock.now() : null);
        // The sockets reconnect and are accepted once the agreement is accepted.
        if (!accepted) await live.disconnect(tx, getPersonRoom(userId));
      }),

    setWelcomeEnded: (actor: Person, userId: string, hasEnded: boolean): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        await updateOnboardingEndedAt(tx, userId, hasEnded ? clock.now() : null);
      }),
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Another account took the address at the same moment. */
function throwEmailTaken(cause: unknown): never {
  throw isDatabaseError(cause, '23505') ? new AppError('EMAIL_TAKEN', undefined, { cause }) : cause;
}
