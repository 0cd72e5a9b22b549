import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createBenchPeople, insertPeople } from './console.people.ts';
import { insertAuditEntries, insertMessagesAndFaqs, insertOrders, insertScreens, insertVideos } from './console.rest.ts';
import { bulkInsertTables } from './server/bulk-insert.ts';

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

/** Inserts the same rows in every run, except that the days end today. */
export async function fillConsole(db: Database): Promise<void> {
  const { process_id: processId } = await db.selectFrom('process_heartbeats').select('process_id').executeTakeFirstOrThrow();
  await bulkInsertTables(db, TABLES, async (tx) => {
    await createBenchPeople(tx);
    await insertPeople(tx);
    await insertScreens(tx, processId);
    await insertOrders(tx, RARE_STATUS_ID);
    await insertAuditEntries(tx);
    await insertVideos(tx);
    await insertMessagesAndFaqs(tx);
  });
  await sql`vacuum analyze graphile_worker._private_jobs`.execute(db);
}
