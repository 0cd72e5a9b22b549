import type { Db, Tx } from '../../platform/database/database.ts';

interface NewRecovery {
  user_id: string;
  key: string;
  start_hash: Buffer;
  stop_hash: Buffer;
  requested_at: Date;
  expires_at: Date;
}

/** Stores a request in place of the account's earlier one. A recovery that has started stays as it is; then it returns false. */
export async function upsertRecovery(tx: Tx, recovery: NewRecovery): Promise<boolean> {
  const { user_id: _, ...changed } = recovery;
  const stored = await tx
    .insertInto('factor_recoveries')
    .values(recovery)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed).where('factor_recoveries.ends_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

export const lockRecovery = (tx: Tx, key: string, now: Date) =>
  tx
    .selectFrom('factor_recoveries')
    .innerJoin('users', 'users.id', 'factor_recoveries.user_id')
    .select(['factor_recoveries.user_id', 'start_hash', 'stop_hash', 'ends_at', 'users.name', 'users.email', 'users.platform'])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .forUpdate('factor_recoveries')
    .executeTakeFirst();

export const startRecovery = (
  tx: Tx,
  userId: string,
  { stopHash, endsAt, expiresAt }: { stopHash: Buffer; endsAt: Date; expiresAt: Date },
) =>
  tx
    .updateTable('factor_recoveries')
    .set({ stop_hash: stopHash, ends_at: endsAt, expires_at: expiresAt })
    .where('user_id', '=', userId)
    .execute();

export const deleteRecovery = (tx: Tx, userId: string) => tx.deleteFrom('factor_recoveries').where('user_id', '=', userId).execute();

/** Returns whether the account's recovery has ended its wait, so that the password alone may sign in. */
export const hasEndedRecovery = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('factor_recoveries')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('ends_at', '<=', now)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

export const deleteExpiredRecoveries = (tx: Tx, now: Date) => tx.deleteFrom('factor_recoveries').where('expires_at', '<=', now).execute();
