import { sql } from 'kysely';
import type { Database, Tx } from '../../../apps/server/src/platform/database/database.ts';

/**
 * Fills tables with triggers and foreign keys disabled. `fill` must compute the values that triggers would maintain. Indexes of these tables are recreated at
 * the end, which takes a fraction of the time.
 */
export async function bulkInsertTables(db: Database, tables: readonly string[], fill: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local maintenance_work_mem = '1GB'`.execute(tx);
    const { rows: indexes } = await sql<{ indexname: string; indexdef: string }>`
      select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any(${tables}::text[])
        and indexname not in (select conname from pg_constraint)`.execute(tx);
    for (const { indexname } of indexes) await sql`drop index ${sql.table(indexname)}`.execute(tx);
    await fill(tx);
    for (const { indexdef } of indexes) await sql.raw(indexdef).execute(tx);
  });
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  // Otherwise the database writes a gigabyte during the first measurement.
  await sql`checkpoint`.execute(db);
}
