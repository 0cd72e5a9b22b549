import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/**
 * Locks the account until the transaction ends and returns its used bytes. Waits for the uploads that share the account, and includes what they stored: an
 * update that changes nothing calls a trigger that does both.
 */
export async function lockStorageUsage(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .insertInto('storage_usage')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ used_bytes: sql`storage_usage.used_bytes` }))
    .returning('used_bytes')
    .executeTakeFirstOrThrow();
  return row.used_bytes;
}

/**
 * Locks the account together with other uploads until the transaction ends. Transactions that called `lockStorageUsage` are waited for, and wait. The caller
 * must not call `lockStorageUsage` for the same account afterwards: two that share it would wait for each other.
 */
export async function shareStorageUsage(tx: Tx, userId: string): Promise<void> {
  await sql`select share_storage_usage(${userId})`.execute(tx);
}

/** Selects the bytes that the account has stored. */
export const selectUsedBytes = (userId: string) => sql<number>`coalesce(
  (select used_bytes from storage_usage where user_id = ${userId}), 0)
  + (select coalesce(sum(size_bytes), 0)::bigint from storage_additions where user_id = ${userId})`;

/** Returns the bytes that the account has stored. */
export async function findStorageUsage(db: Db, userId: string): Promise<number> {
  const { usedBytes } = await db.selectNoFrom(selectUsedBytes(userId).as('usedBytes')).executeTakeFirstOrThrow();
  return usedBytes;
}

/** Changes the used bytes of an account that the caller has locked by `lockStorageUsage`. */
export const addStorageUsage = (tx: Tx, userId: string, bytes: number) =>
  tx
    .updateTable('storage_usage')
    .set({ used_bytes: sql`greatest(0, used_bytes + ${bytes})` })
    .where('user_id', '=', userId)
    .execute();

/**
 * Moves the additions of all accounts into their used bytes. Skips accounts that are locked: the transaction that has the lock has counted them, and later ones
 * wait for the next call.
 */
export const mergeStorageAdditions = (tx: Tx) =>
  sql`
    with accounts as (
      select user_id from storage_usage where user_id in (select user_id from storage_additions) for no key update skip locked),
    counted as (
      delete from storage_additions using accounts where storage_additions.user_id = accounts.user_id
      returning storage_additions.user_id, size_bytes),
    sums as (select user_id, sum(size_bytes)::bigint as size_bytes from counted group by user_id)
    update storage_usage set used_bytes = used_bytes + sums.size_bytes from sums
    where storage_usage.user_id = sums.user_id and sums.size_bytes > 0`.execute(tx);
