import { type GrantedSubscription, LIMITS, MESSAGES, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { assertSteppedUp, authorize, type Person } from '../access/index.ts';
import { changeEmailMail, emailChangeRequestedMail } from './account-mails.presenter.ts';
import { accountDeleting, accountLocks, grantSubscription, personalDataExports, profilePictures } from './accounts.events.ts';
import type { LoadUser } from './accounts.presenter.ts';
import { listAccountExport } from './accounts.read-model.ts';
import { type AdminAction, isStaff } from './accounts.rules.ts';
import { deleteUser, findUser, findUserByEmail, lockAccountsForAdministration, markUserUpdated, updateUser } from './accounts.store.ts';
import type { AddressLookups } from './address-lookups.ts';
import { assertNotLastSuperAdmin, assertNotModified, beginAdminChange } from './administration.service.ts';
import type { EmailLinksService } from './email-links.service.ts';
import { consumeMailQuota } from './mail-quota.service.ts';
import type { PasswordConfirmation, PasswordConfirmations } from './password-confirmation.service.ts';

export interface ProfileDeps {
  db: Database;
  queue: Queue;
  clock: Clock;
  proofs: PasswordConfirmations;
  links: EmailLinksService;
  emit: Emit;
  port: Ports['port'];
  ports: Ports['ports'];
  loadUser: LoadUser;
  lookups: AddressLookups;
}

export interface ProfileChange {
  name?: string;
  email?: string;
  phoneNo?: string;
  dateOfBirth?: string | null;
  gender?: string | null;
  profilePicture?: { key: string } | null;
  /** Password of the caller, required when the address changes. */
  password?: string;
  subscription?: GrantedSubscription;
  showMenu?: '0' | '1';
  deviceAllowance?: number | null;
  /** Version that the editor has read (ISO). */
  updatedAt?: string;
}

/** Fields of the profile form. */
const PROFILE_FIELDS = ['name', 'email', 'phoneNo', 'dateOfBirth', 'gender', 'profilePicture'] as const;

const nameTooLong = () => new AppError('INVALID', MESSAGES.userNameLong, { issues: [{ path: 'name', message: MESSAGES.userNameLong }] });

const blankAsNull = (value: string | null | undefined) => (value === '' ? null : value);

export function createProfileService(deps: ProfileDeps) {
  const { db, queue, clock, proofs, links, emit, port, ports, loadUser, lookups } = deps;

  const isDifferentEmail = (user: { email: string }, email: string | undefined): email is string =>
    email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

  /** Requires no password from callers who may not see the account, nor when the address stays the same. */
  const confirmEmailChange = async (
    actor: Person,
    userId: string,
    { email, password }: ProfileChange,
  ): Promise<PasswordConfirmation | undefined> => {
    await authorize(db, actor, 'account.read', [userId]);
    const user = await findUser(db, userId);
    if (!user || !isDifferentEmail(user, email)) return undefined;
    assertSteppedUp(actor);
    const proof = await proofs.confirm(actor, password);
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
    await consumeMailQuota(tx, clock, actor.userId, 1);
    const askedBy = actor.userId === user.id ? Buffer.from(actor.sessionId, 'hex') : null;
    const link = await links.create(tx, user.id, 'change', { newEmail, askedBy });
    await queue.add(tx, mailJob, changeEmailMail({ name: user.name, email: newEmail, platform: user.platform }, link));
    await queue.add(tx, mailJob, emailChangeRequestedMail(user, newEmail));
  };

  /**
   * Authorizes a change; without permission the account does not seem to exist. A change to another account or by the console starts an administrative
   * action.
   */
  const authorizeChange = async (tx: Tx, actor: Person, userId: string, change: ProfileChange): Promise<void> => {
    const isOwn = actor.userId === userId;
    const acts: AdminAction[] = [
      ...(change.showMenu === undefined ? [] : (['account.menu'] as const)),
      ...(change.subscription || change.deviceAllowance !== undefined ? (['account.plan'] as const) : []),
    ];
    if (!isOwn && (acts.length === 0 || PROFILE_FIELDS.some((field) => change[field] !== undefined))) acts.push('account.edit');
    for (const action of acts) await beginAdminChange(tx, { actor, userId, action, readAt: change.updatedAt });
    if (acts.length > 0) return;
    await authorize(tx, actor, 'account.update', [userId]);
    if ((change.name?.length ?? 0) > LIMITS.nameMax) throw nameTooLong();
    const [own] = await lockAccountsForAdministration(tx, [userId]);
    if (own) assertNotModified(own, change.updatedAt);
  };

  /** Staff have no plan. Marks the account, so that an editor who has read the earlier number is refused. */
  const beginAllowanceChange = async (tx: Tx, user: { id: string; role: string }) => {
    if (isStaff(user.role)) throw new AppError('NOT_FOUND');
    await markUserUpdated(tx, user.id);
  };

  /** Staff have no plan. */
  const grantPlan = async (tx: Tx, actor: Person, user: { id: string; role: string }, given: GrantedSubscription) => {
    if (isStaff(user.role)) throw new AppError('NOT_FOUND');
    await port(grantSubscription)(tx, user.id, { ...given, grantedBy: actor.userId });
    await markUserUpdated(tx, user.id);
  };

  return {
    /** Answers the profile, and whether a mail now waits at a new address. */
    async update(actor: Person, userId: string, change: ProfileChange): Promise<{ user: User; isEmailPending: boolean }> {
      const proof = change.email === undefined ? undefined : await confirmEmailChange(actor, userId, change);
      return db.transaction().execute(async (tx) => {
        await authorizeChange(tx, actor, userId, change);
        await proof?.assertStillValid(tx);
        const user = await findUser(tx, userId);
        if (!user) throw new AppError('NOT_FOUND');
        if (change.deviceAllowance !== undefined) await beginAllowanceChange(tx, user);
        if (change.subscription) await grantPlan(tx, actor, user, change.subscription);
        if (change.profilePicture) await port(profilePictures).assertOwnedBy(tx, userId, change.profilePicture.key);
        const values = {
          name: change.name,
          phone_no: change.phoneNo,
          gender: blankAsNull(change.gender),
          date_of_birth: blankAsNull(change.dateOfBirth),
          picture_file_id: change.profilePicture === undefined ? undefined : (change.profilePicture?.key ?? null),
          device_allowance: change.deviceAllowance,
          show_menu: change.showMenu === undefined ? undefined : change.showMenu === '1',
        };
        if (Object.values(values).some((value) => value !== undefined)) await updateUser(tx, userId, values);
        // Without a proof the address matched a moment ago: another one was confirmed in the meantime.
        const isEmailPending = proof !== undefined && isDifferentEmail(user, change.email);
        if (isEmailPending) await startEmailChange(tx, actor, user, change.email ?? '');
        const changed = await loadUser(tx, userId);
        if (!changed) throw new AppError('NOT_FOUND');
        return { user: changed, isEmailPending };
      });
    },

    /** Exports all data about the caller. */
    async exportPersonalData(actor: Person, password: string): Promise<unknown> {
      await proofs.confirm(actor, password);
      const { userId } = actor;
      const parts = [await listAccountExport(db, userId)];
      for (const exportPart of ports(personalDataExports)) parts.push(await exportPart(db, userId));
      return Object.assign({}, ...parts);
    },

    async remove(actor: Person, userId: string, password: string): Promise<void> {
      // Only the account itself may be deleted; administrators deactivate accounts instead.
      if (actor.userId !== userId) throw new AppError('NOT_FOUND');
      const proof = await proofs.confirm(actor, password);
      try {
        await db.transaction().execute(async (tx) => {
          await assertNotLastSuperAdmin(tx, userId);
          await proof.assertStillValid(tx);
          for (const hold of ports(accountLocks)) await hold(tx, userId);
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
