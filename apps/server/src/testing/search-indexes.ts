import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Indexes with many entries for each row. */
type SearchIndex = 'devices_search' | 'media_search' | 'orders_search' | 'people_search';

/** Number of rows from which building the index once takes less time than adding entries for each row. */
const MANY = 500;

/** Inserts or changes `count` rows. The search index of many rows is built after them, which takes a fifth of the time. Calls may be nested. */
export async function insertMany(db: Database, index: SearchIndex, count: number, insert: () => Promise<unknown>): Promise<void> {
  if (count < MANY) {
    await insert();
    return;
  }
  const found = await sql<{ definition: string }>`select pg_get_indexdef(oid) as definition from pg_class where relname = ${index}`.execute(
    db,
  );
  await sql`drop index if exists ${sql.id(index)}`.execute(db);
  await insert();
  for (const { definition } of found.rows) await sql.raw(definition).execute(db);
}
