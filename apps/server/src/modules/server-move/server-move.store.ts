import type { MoveFailure } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Adds a move unless one is open. Returns whether it was added. */
export async function insertMove(tx: Tx, move: { id: string; address: string; spreadMs: number; startedAt: Date }): Promise<boolean> {
  const { rows } = await sql`insert into server_moves (id, address, spread_ms, started_at)
    values (${move.id}, ${move.address}, ${move.spreadMs}, ${move.startedAt})
    on conflict ((true)) where ended_at is null do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export const lockOpenMove = (tx: Tx) =>
  tx.selectFrom('server_moves').select(['id', 'address']).where('ended_at', 'is', null).forUpdate().executeTakeFirst();

export const endMove = (tx: Tx, id: string, endedAt: Date) =>
  tx.updateTable('server_moves').set({ ended_at: endedAt }).where('id', '=', id).execute();

/** Deletes moves that ended before a time, with their screens. */
export const deleteEndedMoves = (tx: Tx, before: Date) => tx.deleteFrom('server_moves').where('ended_at', '<', before).execute();

/** Claims the open move if a request to the server at its address is due, so that only one process sends it. */
export async function claimDueMove(tx: Tx, now: Date, dueBefore: Date) {
  const { rows } = await sql<{ id: string; address: string; arrivals_after: string }>`
    update server_moves set asked_at = ${now} where ended_at is null and (asked_at is null or asked_at < ${dueBefore})
    returning id, address, arrivals_after`.execute(tx);
  return rows[0];
}

/** Records screens that play at the new address, and the position after which the next request continues. */
export async function recordArrivals(
  tx: Tx,
  { id, address }: { id: string; address: string },
  { deviceCodes, after, at }: { deviceCodes: readonly string[]; after: string; at: Date },
): Promise<void> {
  await sql`update server_moves set checked_at = ${at}, arrivals_after = ${after} where id = ${id}`.execute(tx);
  const screens = sql`select id from screens where device_code = any(${[...deviceCodes]}::text[])`;
  await sql`insert into server_move_screens (move_id, screen_id, failure, updated_at)
    select ${id}::uuid, arrived.id, null, ${at}::timestamptz from (${screens} order by id) as arrived
    on conflict (move_id, screen_id) do update set failure = null, updated_at = excluded.updated_at`.execute(tx);
  // An earlier move may have brought these screens to this server.
  await sql`delete from screen_arrivals where screen_id in (${screens}) and address <> ${address}`.execute(tx);
}

/** Records why a screen has not moved. Writes only when the reason changes. */
export async function upsertFailure(tx: Tx, failed: { moveId: string; screenId: string; failure: MoveFailure; at: Date }): Promise<void> {
  await sql`insert into server_move_screens (move_id, screen_id, failure, updated_at)
    select id, ${failed.screenId}, ${failed.failure}, ${failed.at} from server_moves where id = ${failed.moveId} and ended_at is null
    on conflict (move_id, screen_id) do update set failure = excluded.failure, updated_at = excluded.updated_at
    where server_move_screens.failure is distinct from excluded.failure`.execute(tx);
}

/** Stores the handover of a screen, and replaces an earlier one. */
export const upsertHandover = (tx: Tx, row: { screen_id: string; ticket_hash: Buffer; sealed: Buffer; expires_at: Date }) =>
  tx
    .insertInto('screen_handovers')
    .values(row)
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(row))
    .execute();

/** Returns and deletes a handover that has not expired, so that a ticket works once. */
export async function takeHandover(tx: Tx, ticketHash: Buffer, now: Date): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    delete from screen_handovers where ticket_hash = ${ticketHash} and expires_at > ${now} returning sealed`.execute(tx);
  return rows[0]?.sealed;
}

export const deleteExpiredHandovers = (tx: Tx, now: Date) => tx.deleteFrom('screen_handovers').where('expires_at', '<=', now).execute();

export const upsertArrival = (tx: Tx, row: { screen_id: string; address: string; arrived_at: Date; is_cached: boolean }) =>
  tx
    .insertInto('screen_arrivals')
    .values(row)
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(row))
    .execute();
