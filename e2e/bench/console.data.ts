import { sql } from 'kysely';
import type { Database, Tx } from '../../apps/server/src/platform/database/database.ts';
import { insertPeople, nameEverybody } from './console.people.ts';
import { insertAuditEntries, insertOrders, insertScreens, insertVideos, insertWords } from './console.rest.ts';

export const RARE_STATUS_ID = '00000000-0000-7000-8000-00000000ca5e';
const TABLES = [
  'users',
  'people_index',
  'subscriptions',
  'entitlements',
  'screens',
  'devices',
  'orders',
  'audit_entries',
  'files',
  'media',
  'contact_messages',
] as const;

/**
 * Fills the tables by SQL, with triggers and foreign keys asleep; what triggers would have kept is computed. Always the same but for the days,
 * which end today.
 */
export async function fillConsole(db: Database): Promise<void> {
  const { process_id: processId } = await db.selectFrom('process_heartbeats').select('process_id').executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`set local maintenance_work_mem = '1GB'`.execute(tx);
    const indexes = await dropIndexes(tx);
    await nameEverybody(tx);
    await insertPeople(tx);
    await insertScreens(tx, processId);
    await insertOrders(tx, RARE_STATUS_ID);
    await insertAuditEntries(tx);
    await insertVideos(tx);
    await insertWords(tx);
    for (const { indexdef } of indexes) await sql.raw(indexdef).execute(tx);
  });
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  await sql`vacuum analyze graphile_worker._private_jobs`.execute(db);
}

/** Built at once at the end they take a fraction of the time. */
async function dropIndexes(tx: Tx): Promise<{ indexname: string; indexdef: string }[]> {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes where tablename = any(${TABLES}::text[]) and schemaname = 'public'
      and indexname not in (select conname from pg_constraint)`.execute(tx);
  for (const { indexname } of rows) await sql`drop index ${sql.table(indexname)}`.execute(tx);
  return rows;
}
