import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasOwnerStopped } from '../../platform/lease/lease.ts';
import { selectUsedBytes } from './storage-usage.store.ts';

/** Sums the reservations of the account and of one album. The caller has locked the account by `lockStorageUsage`. */
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

export interface ReservationSums {
  /** Bytes that the paying account has stored and reserved. */
  account: number;
  /** Bytes that are reserved for the album. */
  album: number;
  /** Number of unfinished uploads of the uploading account. */
  openUploads: number;
}

/**
 * Locks the reservations of the account that pays for an upload and of the account that uploads, and sums them. The caller shares the paying account and has
 * locked the album's content. Other reservations of these accounts wait until the transaction ends, so call it after all other locks.
 */
export async function lockAndSumReservations(
  tx: Tx,
  { payerId, userId, albumId }: { payerId: string; userId: string; albumId: string | null },
): Promise<ReservationSums> {
  // Arguments are evaluated in this order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reservations of ${payerId}`}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`.execute(tx);
  const reserved = (condition: RawBuilder<unknown>) =>
    sql<number>`(select coalesce(sum(size_bytes), 0)::bigint from upload_reservations where ${condition} and expires_at > now())`;
  // One statement, because a concurrent upload that ends turns its reservation into stored bytes.
  return tx
    .selectNoFrom([
      sql<number>`${selectUsedBytes(payerId)} + ${reserved(sql`payer_id = ${payerId}`)}`.as('account'),
      reserved(sql`album_id = ${albumId}::uuid`).as('album'),
      sql<number>`(select count(*)::integer from upload_reservations where user_id = ${userId} and expires_at > now())`.as('openUploads'),
    ])
    .executeTakeFirstOrThrow();
}

const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

export const insertReservation = (tx: Tx, reservation: Reservation, minutes: number) =>
  tx
    .insertInto('upload_reservations')
    .values({ ...reservation, expires_at: minutesFromNow(minutes) })
    .execute();

/**
 * Records an upload without reserving space. An asynchronous commit is enough: only a power cut within the next second loses the row, and then the bytes of
 * a small file may remain.
 */
export const insertAnnouncement = (tx: Tx, { id, userId }: { id: string; userId: string }, minutes: number) =>
  sql`
    insert into upload_reservations (id, user_id, payer_id, size_bytes, expires_at)
    select ${id}, ${userId}, ${userId}, 0, ${minutesFromNow(minutes)} where set_config('synchronous_commit', 'off', true) is not null`.execute(
    tx,
  );

/** Postpones the end of a reservation. One that has ended stays so, because its bytes may be reserved for another upload. */
export const extendReservation = (tx: Tx, id: string, minutes: number) =>
  tx
    .updateTable('upload_reservations')
    .set({ expires_at: minutesFromNow(minutes) })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();

/** Finds a reservation that has not ended. */
export const findReservation = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('upload_reservations')
    .select(['id', 'album_id', 'size_bytes'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
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

export const zeroReservation = (tx: Tx, id: string) =>
  tx.updateTable('upload_reservations').set({ size_bytes: 0 }).where('id', '=', id).execute();

/**
 * Turns the reservation of an upload into stored bytes of an account that the caller shares. Returns false when the reservation has ended, so that its bytes
 * may be reserved for another upload.
 */
export const redeemReservation = async (
  tx: Tx,
  { id, userId, sizeBytes }: { id: string; userId: string; sizeBytes: number },
): Promise<boolean> => {
  const { rows } = await sql<{ isValid: boolean }>`
    with added as (insert into storage_additions (upload_id, user_id, size_bytes) values (${id}, ${userId}, ${sizeBytes}))
    delete from upload_reservations where id = ${id} returning expires_at > now() and payer_id = ${userId} as "isValid"`.execute(tx);
  return rows[0]?.isValid ?? false;
};

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
