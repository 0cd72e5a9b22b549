import { platform, role } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, insertAuditEntry, type Person } from '../access/index.ts';
import { type AdminAction, CAPABILITY_BY_ACTION } from './accounts.rules.ts';
import { type AdministrationRow, lockAccountsForAdministration, lockSuperAdmins } from './administration.store.ts';

interface AdminChange {
  actor: Person;
  userId: string;
  action: AdminAction;
  /** What the editor had read of it (ISO). */
  readAt?: string | undefined;
}

/**
 * Begins to change somebody's account in the console: holds it and that of whoever asks, asks again whether they still may (they may have been
 * demoted a moment ago), and writes the trail. Answers the actor as they are now and the account. NOT_FOUND, CHANGED_MEANWHILE.
 */
export async function beginAdminChange(
  tx: Tx,
  { actor, userId, action, readAt }: AdminChange,
): Promise<{ actor: Person; target: AdministrationRow }> {
  // Whoever could not even begin holds nobody's account.
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
  // What administrators do to their own account is theirs to do, and written down all the same.
  if (userId === actor.userId) await insertAuditEntry(tx, { actorId: userId, userId, action, objects: { table: 'users', ids: [userId] } });
  assertNotModified(target, readAt);
  return { actor: current, target };
}

/** CHANGED_MEANWHILE when somebody has changed the account since the editor read it. */
export function assertNotModified({ updated_at }: Pick<AdministrationRow, 'updated_at'>, lastReadAt: string | undefined): void {
  if (lastReadAt !== undefined && new Date(lastReadAt).getTime() !== updated_at.getTime()) throw new AppError('CHANGED_MEANWHILE');
}

/** Before a super-admin's account goes: another one who can sign in has to stay. LAST_SUPER_ADMIN. */
export async function assertNotLastSuperAdmin(tx: Tx, userId: string): Promise<void> {
  const all = await lockSuperAdmins(tx);
  const isOne = all.some(({ id }) => id === userId);
  const others = all.filter(({ id, disabled_at, verified_at }) => id !== userId && disabled_at === null && verified_at !== null);
  if (isOne && others.length === 0) throw new AppError('LAST_SUPER_ADMIN');
}
