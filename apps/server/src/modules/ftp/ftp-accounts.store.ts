import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Finds by the owner's id, or by the address used for FTP sign-in. */
export const findFtpAccount = (db: Db, who: string | { email: string }) =>
  db
    .selectFrom('ftp_accounts')
    .innerJoin('users', 'users.id', 'ftp_accounts.user_id')
    .select([
      'ftp_accounts.user_id',
      'ftp_accounts.sealed_password',
      'users.email',
      'users.disabled_at',
      'users.role',
      'users.privacy_accepted_at',
    ])
    .where((where) =>
      typeof who === 'string' ? where('ftp_accounts.user_id', '=', who) : where(sql`lower(users.email)`, '=', who.email.toLowerCase()),
    )
    .executeTakeFirst();

export const insertFtpAccount = (tx: Tx, account: { user_id: string; sealed_password: Buffer }) =>
  tx
    .insertInto('ftp_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();

export const updateFtpPassword = (tx: Tx, userId: string, sealedPassword: Buffer) =>
  tx
    .updateTable('ftp_accounts')
    .set({ sealed_password: sealedPassword })
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();

export const deleteFtpAccount = (tx: Tx, userId: string) => tx.deleteFrom('ftp_accounts').where('user_id', '=', userId).execute();
