import { type GivenSubscription, LIMITS, MESSAGES, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { accountDeleting } from './accounts.events.ts';
import { changeEmailMail, emailChangeAskedMail } from './accounts.mails.ts';
import { accountHolds, personalData, pictures, planGiver } from './accounts.ports.ts';
import { deleteUser, findUser, findUserByEmail, updateUser } from './accounts.store.ts';
import type { ViewUser } from './accounts.viewing.ts';
import type { AddressLookups } from './address-lookups.ts';
import { type Administered, isStaff } from './administration.rules.ts';
import { lockStandings, touchUser } from './administration.store.ts';
import { assertNotLastSuperAdmin, assertUnchanged, beginAct } from './administration.ts';
import type { Credentials } from './credentials.ts';
import type { EmailLinks } from './email-links.ts';
import { exportAccount } from './export.read-model.ts';
import { takeMailBudget } from './mail-budget.ts';
import type { PasswordProof, PasswordProofs } from './password-proof.ts';

export interface ProfileDeps {
  db: Database;
  queue: Queue;
  clock: Clock;
  proofs: PasswordProofs;
  credentials: Credentials;
  links: EmailLinks;
  emit: Emit;
  port: Ports['port'];
  ports: Ports['ports'];
  viewUser: ViewUser;
  lookups: AddressLookups;
}

export interface ProfileChange {
  name?: string;
  email?: string;
  phoneNo?: string;
  dateOfBirth?: string | null;
  gender?: string | null;
  profilePicture?: { key: string } | null;
  /** Of whoever asks, where the address changes. */
  password?: string;
  subscription?: GivenSubscription;
  showMenu?: '0' | '1';
  /** What the editor had read (ISO). */
  updatedAt?: string;
}

/** What the profile's form has. */
const EDITED = ['name', 'email', 'phoneNo', 'dateOfBirth', 'gender', 'profilePicture'] as const;

const nameTooLong = () => new AppError('INVALID', MESSAGES.userNameLong, { issues: [{ path: 'name', message: MESSAGES.userNameLong }] });

const blankAsNull = (value: string | null | undefined) => (value === '' ? null : value);

export function createProfileService(deps: ProfileDeps) {
  const { db, queue, clock, proofs, credentials, links, emit, port, ports, viewUser, lookups } = deps;

  const isAnother = (user: { email: string }, email: string | undefined): email is string =>
    email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

  /** Whoever may not even see the account is not asked for a password, and whoever keeps the address neither. */
  const proveForEmail = async (actor: Person, userId: string, { email, password }: ProfileChange): Promise<PasswordProof | undefined> => {
    await authorize(db, actor, 'account.read', [userId]);
    const user = await findUser(db, userId);
    if (!user || !isAnother(user, email)) return undefined;
    const proof = await proofs.prove(actor, password);
    // The answer reveals whether the new address has an account.
    await lookups.take(actor.userId);
    return proof;
  };

  const startEmailChange = async (
    tx: Tx,
    actor: Person,
    user: { id: string; name: string; email: string; platform: string },
    newEmail: string,
  ) => {
    if (await findUserByEmail(tx, newEmail)) throw new AppError('EMAIL_TAKEN');
    await takeMailBudget(tx, clock, actor.userId, 1);
    const askedBy = actor.userId === user.id ? Buffer.from(actor.sessionId, 'hex') : null;
    const link = await links.make(tx, user.id, 'change', { newEmail, askedBy });
    await queue.add(tx, mailJob, changeEmailMail({ name: user.name, email: newEmail, platform: user.platform }, link));
    await queue.add(tx, mailJob, emailChangeAskedMail(user, newEmail));
  };

  /** Whoever may not is answered as if the account were not there. What is done to somebody else's, or by the console, is begun as such. */
  const begin = async (tx: Tx, actor: Person, userId: string, change: ProfileChange): Promise<void> => {
    const isOwn = actor.userId === userId;
    const acts: Administered[] = [
      ...(change.showMenu === undefined ? [] : (['account.menu'] as const)),
      ...(change.subscription ? (['account.plan'] as const) : []),
    ];
    if (!isOwn && (acts.length === 0 || EDITED.some((field) => change[field] !== undefined))) acts.push('account.edit');
    for (const action of acts) await beginAct(tx, { actor, userId, action, readAt: change.updatedAt });
    if (acts.length > 0) return;
    await authorize(tx, actor, 'account.update', [userId]);
    if ((change.name?.length ?? 0) > LIMITS.nameMax) throw nameTooLong();
    const [own] = await lockStandings(tx, [userId]);
    if (own) assertUnchanged(own, change.updatedAt);
  };

  /** To those who are no administrators. */
  const give = async (tx: Tx, actor: Person, user: { id: string; role: string }, given: GivenSubscription) => {
    if (isStaff(user.role)) throw new AppError('NOT_FOUND');
    await port(planGiver)(tx, user.id, { ...given, givenBy: actor.userId });
    await touchUser(tx, user.id);
  };

  return {
    /** Answers the profile, and whether a mail now waits at a new address. */
    async update(actor: Person, userId: string, change: ProfileChange): Promise<{ user: User; isEmailPending: boolean }> {
      const proof = change.email === undefined ? undefined : await proveForEmail(actor, userId, change);
      return db.transaction().execute(async (tx) => {
        await begin(tx, actor, userId, change);
        await proof?.assertStill(tx);
        const user = await findUser(tx, userId);
        if (!user) throw new AppError('NOT_FOUND');
        if (change.subscription) await give(tx, actor, user, change.subscription);
        if (change.profilePicture) await port(pictures).assertOwn(tx, userId, change.profilePicture.key);
        const values = {
          name: change.name,
          phone_no: change.phoneNo,
          gender: blankAsNull(change.gender),
          date_of_birth: blankAsNull(change.dateOfBirth),
          picture_file_id: change.profilePicture === undefined ? undefined : (change.profilePicture?.key ?? null),
          show_menu: change.showMenu === undefined ? undefined : change.showMenu === '1',
        };
        if (Object.values(values).some((value) => value !== undefined)) await updateUser(tx, userId, values);
        // Without a proof the address was its own a moment ago: somebody has just confirmed another.
        const isEmailPending = proof !== undefined && isAnother(user, change.email);
        if (isEmailPending) await startEmailChange(tx, actor, user, change.email ?? '');
        const changed = await viewUser(tx, userId);
        if (!changed) throw new AppError('NOT_FOUND');
        return { user: changed, isEmailPending };
      });
    },

    /** All that is known about whoever asks. */
    async exportOf(actor: Person, password: string): Promise<unknown> {
      await proofs.prove(actor, password);
      const { userId } = actor;
      const parts = [await exportAccount(db, userId)];
      for (const exportPart of ports(personalData)) parts.push(await exportPart(db, userId));
      return Object.assign({}, ...parts);
    },

    async remove(actor: Person, userId: string, password: string): Promise<void> {
      // Only oneself: an administrator deactivates instead.
      if (actor.userId !== userId) throw new AppError('NOT_FOUND');
      const proof = await proofs.prove(actor, password);
      try {
        await db.transaction().execute(async (tx) => {
          await assertNotLastSuperAdmin(tx, userId);
          await proof.assertStill(tx);
          for (const hold of ports(accountHolds)) await hold(tx, userId);
          await credentials.endSessions(tx, userId, null);
          await emit(tx, accountDeleting, { userId });
          await deleteUser(tx, userId);
        });
      } catch (error) {
        if (isDatabaseError(error, '23503')) throw new AppError('NOT_READY', undefined, { cause: error });
        throw error;
      }
    },
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;
