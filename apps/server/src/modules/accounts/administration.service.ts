import { platform, type Role, replacementPassword, role } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { authorize, insertAuditEntry, type Person } from '../access/index.ts';
import { passwordSetByAdminMail } from './account-mails.presenter.ts';
import { type AdminAction, CAPABILITY_BY_ACTION, listAssignableRoles } from './accounts.rules.ts';
import type { AccountsService } from './accounts.service.ts';
import {
  type AdministrationRow,
  findUser,
  lockAccountsForAdministration,
  lockSuperAdmins,
  updatePasswordHash,
  updateRoleAndSuperAdmin,
} from './accounts.store.ts';
import type { CredentialsService } from './credentials.service.ts';
import type { PasswordConfirmations } from './password-confirmation.service.ts';
import { NO_OWNER, parseNewPassword } from './password-policy.ts';
import type { SealedPasswords } from './sealed-passwords.service.ts';

interface Deps {
  db: Database;
  queue: Queue;
  live: Live;
  sealed: SealedPasswords;
  credentials: CredentialsService;
  proofs: PasswordConfirmations;
  accounts: Pick<AccountsService, 'setDisabled'>;
}

/** Administration of other accounts. The audit trail contains the values before and after. */
export function createAdministrationService({ db, queue, live, sealed, credentials, proofs, accounts }: Deps) {
  return {
    /** Enables or disables an account. A disabled account cannot sign in, and its open sessions end. OWN_ACCOUNT. */
    setStatus: (actor: Person, userId: string, { status, updatedAt }: { status: boolean; updatedAt?: string | undefined }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { target } = await beginAdminChange(tx, { actor, userId, action: 'account.enable', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        if ((target.disabled_at === null) !== status) await accounts.setDisabled(tx, userId, !status);
      }),

    /**
     * Changes a role, or the rights of a super-admin, from the next request on and disconnects open pages. OWN_ACCOUNT; NOT_FOUND for what the actor may not
     * assign.
     */
    setRole: (actor: Person, userId: string, { roleName, isSuperAdmin, updatedAt }: RoleChange): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { actor: current, target } = await beginAdminChange(tx, { actor, userId, action: 'account.role', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        const known = { id: target.id, role: roleName, isSuperAdmin: target.is_super_admin };
        if (!listAssignableRoles(current, known).includes(roleName)) throw new AppError('NOT_FOUND');
        if (isSuperAdmin !== undefined && !current.isSuperAdmin) throw new AppError('NOT_FOUND');
        const isSuper = roleName === 'admin' && (isSuperAdmin ?? target.is_super_admin);
        if (target.role === roleName && target.is_super_admin === isSuper) return;
        await updateRoleAndSuperAdmin(tx, userId, roleName, isSuper);
        // The account's sockets reconnect with the new role, and its pages reload their data.
        await live.revoke(tx);
        await live.disconnect(tx, getPersonRoom(userId));
      }),

    /** PASSWORD_CHANGE_ERROR when the administrator's own is wrong, INVALID for one that may not be chosen. */
    async setPassword(actor: Person, userId: string, given: { adminPassword: string | undefined; newPassword: string }): Promise<void> {
      if (!can(actor, 'people.password')) throw new AppError('NOT_FOUND');
      const owner = (await findUser(db, userId)) ?? NO_OWNER;
      const password = parseNewPassword(replacementPassword, await sealed.open(given.newPassword), owner);
      const proof = await proofs.confirm(actor, given.adminPassword, 'PASSWORD_CHANGE_ERROR');
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (tx) => {
        const { target } = await beginAdminChange(tx, { actor, userId, action: 'account.password' });
        await proof.assertStillValid(tx);
        await updatePasswordHash(tx, userId, passwordHash);
        await credentials.revokeAfterCredentialChange(tx, { userId, reason: 'password' });
        await queue.add(tx, mailJob, passwordSetByAdminMail(target));
      });
    },
  };
}

export type AdministrationService = ReturnType<typeof createAdministrationService>;

interface RoleChange {
  roleName: Role;
  /** Undefined keeps the rights of an administrator. */
  isSuperAdmin?: boolean | undefined;
  updatedAt?: string | undefined;
}

interface AdminChange {
  actor: Person;
  userId: string;
  action: AdminAction;
  /** Version of the account that the editor has read (ISO). */
  readAt?: string | undefined;
}

/**
 * Starts a change to another account in the console: locks both accounts, checks the permission again (the actor may just have been demoted), and writes the
 * audit entry. Returns the actor's current state and the account. NOT_FOUND, CHANGED_MEANWHILE.
 */
export async function beginAdminChange(
  tx: Tx,
  { actor, userId, action, readAt }: AdminChange,
): Promise<{ actor: Person; target: AdministrationRow }> {
  // Check the capability first, so that callers without it lock no account.
  if (!can(actor, CAPABILITY_BY_ACTION[action])) throw new AppError('NOT_FOUND');
  const rows = await lockAccountsForAdministration(tx, [actor.userId, userId]);
  const [own, target] = [actor.userId, userId].map((id) => rows.find((row) => row.id === id));
  if (!own || own.disabled_at !== null || !target) throw new AppError('NOT_FOUND');
  const current = {
    ...actor,
    role: role.parse(own.role),
    isSuperAdmin: own.is_super_admin,
    platform: platform.parse(own.platform),
  };
  if (!can(current, CAPABILITY_BY_ACTION[action])) throw new AppError('NOT_FOUND');
  await authorize(tx, current, action, [userId]);
  // Administrators may change their own account, but the change is still audited.
  if (userId === actor.userId) await insertAuditEntry(tx, { actorId: userId, userId, action, objects: { table: 'users', ids: [userId] } });
  assertNotModified(target, readAt);
  return { actor: current, target };
}

/** Throws CHANGED_MEANWHILE when the account was changed since the editor read it. */
export function assertNotModified({ updated_at }: Pick<AdministrationRow, 'updated_at'>, lastReadAt: string | undefined): void {
  if (lastReadAt !== undefined && new Date(lastReadAt).getTime() !== updated_at.getTime()) throw new AppError('CHANGED_MEANWHILE');
}

/** Refuses to remove the last super-admin who can sign in. LAST_SUPER_ADMIN. */
export async function assertNotLastSuperAdmin(tx: Tx, userId: string): Promise<void> {
  const all = await lockSuperAdmins(tx);
  const isOne = all.some(({ id }) => id === userId);
  const others = all.filter(({ id, disabled_at, verified_at }) => id !== userId && disabled_at === null && verified_at !== null);
  if (isOne && others.length === 0) throw new AppError('LAST_SUPER_ADMIN');
}
