import { type Role, role } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';

export interface AdministrationRow {
  id: string;
  name: string;
  email: string;
  role: string;
  is_super_admin: boolean;
  platform: string;
  disabled_at: Date | null;
  updated_at: Date;
}

/** These accounts, held in the order of their ids until the transaction ends. Those that are gone are missing. */
export const lockAccountsForAdministration = (tx: Tx, ids: string[]): Promise<AdministrationRow[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'is_super_admin', 'platform', 'disabled_at', 'updated_at'])
    .where('id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** All super-admins, held likewise: one of them may be about to go. */
export const lockSuperAdmins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'disabled_at', 'verified_at'])
    .where('is_super_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Whoever is no administrator any more is no super-admin either. */
export const updateRoleAndSuperAdmin = (tx: Tx, id: string, given: Role) =>
  tx
    .updateTable('users')
    .set({ role: given, ...(given !== role.enum.admin && { is_super_admin: false }) })
    .where('id', '=', id)
    .execute();

/** Says that the account was changed by hand, where no column of its own was. */
export const markUserUpdated = (tx: Tx, id: string) =>
  tx.updateTable('users').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
