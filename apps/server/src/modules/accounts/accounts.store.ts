import type { Role } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';

const columns = [
  'id',
  'name',
  'email',
  'password_hash',
  'role',
  'is_super_admin',
  'platform',
  'verified_at',
  'disabled_at',
  'picture_file_id',
  'created_at',
] as const;

export const findUser = (db: Db, id: string) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(columns).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();

export interface NewUser {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  role?: string;
  is_super_admin?: boolean;
  platform: string;
  verified_at?: Date;
  privacy_accepted_at?: Date;
}

export interface UserChange {
  name?: string;
  phone_no?: string;
  gender?: string | null;
  date_of_birth?: string | null;
  picture_file_id?: string | null;
  show_menu?: boolean;
  device_allowance?: number | null;
}

export const insertUser = (tx: Tx, user: NewUser) => tx.insertInto('users').values(user).execute();

/** The first start of several processes at once makes one administrator. */
export const hasSuperAdmin = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('is_super_admin', '=', true).limit(1).executeTakeFirst()) !== undefined;

export const updateVerifiedAt = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('users').set({ verified_at: at }).where('id', '=', id).where('verified_at', 'is', null).execute();

export const updatePrivacyAcceptedAt = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('users').set({ privacy_accepted_at: at }).where('id', '=', id).execute();

export const updateOnboardingEndedAt = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('users').set({ welcome_ended_at: at }).where('id', '=', id).execute();

export const updateUser = (tx: Tx, id: string, change: UserChange) => tx.updateTable('users').set(change).where('id', '=', id).execute();

export const updateRole = (tx: Tx, id: string, role: Role) => tx.updateTable('users').set({ role }).where('id', '=', id).execute();

export const updateEmail = (tx: Tx, id: string, email: string) => tx.updateTable('users').set({ email }).where('id', '=', id).execute();

export const updatePasswordHash = (tx: Tx, id: string, passwordHash: string) =>
  tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();

/** Locks an account until the transaction ends, against sign-ins and against others that count what it has. Returns the recipient of its emails. */
export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('users').select(['name', 'email', 'platform']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Held until the transaction ends, so that what was proven by it stays true as long. */
export const lockPasswordHash = (tx: Tx, id: string) =>
  tx.selectFrom('users').select('password_hash').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateDisabledAt = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('users').set({ disabled_at: at }).where('id', '=', id).returning(['name', 'email']).executeTakeFirst();

export const deleteUser = (tx: Tx, id: string) => tx.deleteFrom('users').where('id', '=', id).execute();

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

/** Locks these accounts in the order of their ids. Accounts that do not exist are missing in the result. */
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

export const updateRoleAndSuperAdmin = (tx: Tx, id: string, given: Role, isSuperAdmin: boolean) =>
  tx.updateTable('users').set({ role: given, is_super_admin: isSuperAdmin }).where('id', '=', id).execute();

/** Marks the account as changed when none of its columns changed. */
export const markUserUpdated = (tx: Tx, id: string) =>
  tx.updateTable('users').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
