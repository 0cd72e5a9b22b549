import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasOwnerStopped } from '../../platform/lease/lease.ts';

/** Locks the account's usage and returns it, so that two uploads never count on the same space. */
export async function lockStorageUsage(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .insertInto('storage_usage')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ used_bytes: sql`storage_usage.used_bytes` }))
    .returning('used_bytes')
    .executeTakeFirstOrThrow();
  return row.used_bytes;
}

/** Returns the bytes that the account has stored. */
export async function findStorageUsage(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('storage_usage').select('used_bytes').where('user_id', '=', userId).executeTakeFirst();
  return row?.used_bytes ?? 0;
}

export const addStorageUsage = (tx: Tx, userId: string, bytes: number) =>
  tx
    .updateTable('storage_usage')
    .set({ used_bytes: sql`greatest(0, used_bytes + ${bytes})` })
    .where('user_id', '=', userId)
    .execute();

/** Sums the reservations of the account and of one album. */
export async function sumReservations(db: Db, payerId: string, albumId: string | null): Promise<{ account: number; album: number }> {
  return db
    .selectFrom('upload_reservations')
    .select([
      sql<number>`coalesce(sum(size_bytes) filter (where payer_id = ${payerId}), 0)::bigint`.as('account'),
      sql<number>`coalesce(sum(size_bytes) filter (where album_id = ${albumId}::uuid), 0)::bigint`.as('album'),
    ])
    .where(({ or, eb }) => or([eb('payer_id', '=', payerId), eb('album_id', '=', albumId)]))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
}

export interface Reservation {
  /** Also the id the file will have. */
  id: string;
  /** Who brings the bytes. */
  user_id: string;
  /** Account whose storage is used. */
  payer_id: string;
  album_id: string | null;
  size_bytes: number;
}

const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

export const insertReservation = (tx: Tx, reservation: Reservation, minutes: number) =>
  tx
    .insertInto('upload_reservations')
    .values({ ...reservation, expires_at: minutesFromNow(minutes) })
    .execute();

/**
 * Counts an account's unfinished uploads. Until the transaction ends no other one counts them, so that a limit holds for requests that
 * arrive at once. Call it after all other locks.
 */
export async function lockAndCountReservations(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('upload_reservations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

export const extendReservation = (tx: Tx, id: string, minutes: number) =>
  tx
    .updateTable('upload_reservations')
    .set({ expires_at: minutesFromNow(minutes) })
    .where('id', '=', id)
    .execute();

export const findReservation = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('upload_reservations')
    .select(['id', 'album_id', 'size_bytes'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Acquires the lease of a reservation for `<process id>:<token>`; false while another live process has it or the reservation no longer exists. */
export const acquireReservationLease = async (tx: Tx, id: string, holder: string, seconds: number): Promise<boolean> => {
  const { rows } = await sql<{ is_free: boolean }>`
    with held as (update upload_reservations set held_by = ${holder}, held_until = now() + make_interval(secs => ${seconds})
      where id = ${id} and (held_by is null or held_by = ${holder} or held_until < now()
        or ${hasOwnerStopped('held_by')}) returning id)
    select exists (select from held) or not exists (select from upload_reservations where id = ${id}) as is_free`.execute(tx);
  return rows[0]?.is_free ?? false;
};

export const releaseReservationLease = (tx: Tx, id: string, holder: string) =>
  tx
    .updateTable('upload_reservations')
    .set({ held_by: null, held_until: null })
    .where('id', '=', id)
    .where('held_by', '=', holder)
    .execute();

/** Turns a reservation into stored bytes. */
export const convertReservationToUsage = (tx: Tx, id: string, userId: string, bytes: number) =>
  sql`
    with redeemed as (delete from upload_reservations where id = ${id})
    update storage_usage set used_bytes = greatest(0, used_bytes + ${bytes}) where user_id = ${userId}`.execute(tx);

export const zeroReservation = (tx: Tx, id: string) =>
  tx.updateTable('upload_reservations').set({ size_bytes: 0 }).where('id', '=', id).execute();

export const deleteReservation = (tx: Tx, id: string) => tx.deleteFrom('upload_reservations').where('id', '=', id).execute();

/** Deletes reservations for an album, except those of accounts that may still add to it. */
export const deleteReservationsExcept = (tx: Tx, albumId: string, userIds: string[]) =>
  sql`delete from upload_reservations where album_id = ${albumId} and user_id <> all(${userIds}::uuid[])`.execute(tx);

/** Deletes an account's reservations for these albums. */
export const deleteReservationsByUser = (tx: Tx, albumIds: string[], userId: string) =>
  sql`delete from upload_reservations where user_id = ${userId} and album_id = any(${albumIds}::uuid[])`.execute(tx);

/** Deletes expired reservations and returns their ids, which are also those of the uploads' files. */
export const deleteExpiredReservations = (tx: Tx) =>
  tx.deleteFrom('upload_reservations').where('expires_at', '<=', sql<Date>`now()`).returning('id').execute();

/** Transfers reservations from one account to another. */
export const reassignReservations = (tx: Tx, albumIds: string[], { fromId, toId }: { fromId: string; toId: string }) =>
  sql`update upload_reservations set payer_id = ${toId} where payer_id = ${fromId} and album_id = any(${albumIds}::uuid[])`.execute(tx);
