import { sql } from 'kysely';
import { autocommit, type Database, type Tx } from '../database/database.ts';

export const insertNudges = (tx: Tx, payloads: string[]) =>
  sql`insert into nudge_outbox (payload) select payload from unnest(${payloads}::text[]) as payload`.execute(tx);

/**
 * Takes the oldest messages, at most `limit`, in order. Only one process at a time takes messages, which preserves their order; undefined while another one
 * does. They are deleted when the transaction commits.
 */
export async function claimNudges(tx: Tx, limit: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(hashtext('vitrine_nudge_outbox')) as is_free`.execute(
    tx,
  );
  if (!rows[0]?.is_free) return undefined;
  const taken = await sql<{ id: number; payload: string }>`
    delete from nudge_outbox where id in (select id from nudge_outbox order by id limit ${limit}) returning id, payload`.execute(tx);
  return taken.rows.toSorted((one, other) => one.id - other.id).map(({ payload }) => payload);
}

export const deleteOldNudges = (db: Database, olderThanS: number) =>
  sql`delete from nudge_outbox where made_at < now() - make_interval(secs => ${olderThanS})`.execute(autocommit(db));
