import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import type { SendPayloads } from './live.ts';

/** Stores messages until a process claims them for Redis. */
export const insertNudges: SendPayloads = async (tx, payloads) => {
  await sql`insert into nudge_outbox (payload) select payload from unnest(${payloads}::text[]) as payload`.execute(tx);
};

interface ClaimedNudges {
  payloads: string[];
  /** Whether a living process does not read from this Redis server, so that Redis alone would not reach it. */
  hasOtherReaders: boolean;
}

/**
 * Claims the oldest messages, at most `limit`, in order. Returns none while another process claims messages, which preserves their order. They are deleted
 * when the transaction commits.
 */
export async function claimNudges(tx: Tx, limit: number, relay: string | undefined): Promise<ClaimedNudges> {
  const { rows } = await sql<{ is_free: boolean; has_other_readers: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('vitrine_nudge_outbox')) as is_free,
      exists (select from process_heartbeats where roles && '{api,live}' and relay is distinct from ${relay ?? null}
        and beat_at > now() - make_interval(secs => ${PROCESS_TIMEOUT_S})) as has_other_readers`.execute(tx);
  const [row] = rows;
  if (!row?.is_free) return { payloads: [], hasOtherReaders: false };
  const claimed = await sql<{ id: number; payload: string }>`
    delete from nudge_outbox where id in (select id from nudge_outbox order by id limit ${limit}) returning id, payload`.execute(tx);
  const payloads = claimed.rows.toSorted((one, other) => one.id - other.id).map(({ payload }) => payload);
  return { payloads, hasOtherReaders: row.has_other_readers };
}
