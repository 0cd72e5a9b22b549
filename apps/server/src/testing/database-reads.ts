import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import { insertMany } from './search-indexes.ts';

/** PostgreSQL first plans a statement for its values and may later use a generic plan. Tests require few reads with both. */
export const PLANS = ['force_custom_plan', 'force_generic_plan'] as const;

/** Returns how many pages of these tables and of their indexes PostgreSQL reads for the work with this kind of plan. */
export const countPagesRead = (
  db: Database,
  plan: (typeof PLANS)[number],
  tables: string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = ${sql.lit(plan)}`.execute(tx);
    // The first run also reads a page of each index for planning when the connection does not know the table, or autovacuum has just analyzed it.
    await work(tx);
    const before = await countPages(tx, tables);
    await work(tx);
    return (await countPages(tx, tables)) - before;
  });

async function countPages(tx: Tx, tables: string[]): Promise<number> {
  const result = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(relation.oid))::integer as count from pg_class relation
    where relation.relname = any(${tables}::text[])
      or relation.oid in (select indexrelid from pg_index where indrelid = any(${tables}::regclass[]))`.execute(tx);
  return result.rows[0]?.count ?? Number.NaN;
}

/** Counts the rows of the table that PostgreSQL reads for the work. */
export const countRowsRead = (db: Database, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // The counter of a connection includes transactions of the last second.
    const before = await countRows(tx, table);
    await work(tx);
    return (await countRows(tx, table)) - before;
  });

async function countRows(tx: Tx, table: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables where relname = ${table}`.execute(tx);
  return result.rows[0]?.count ?? 0;
}

interface FillOptions {
  ownerId: string;
  /** File of every media row. */
  fileId: string;
  count: number;
  /** Name of the first row. The others are named `filler` and a number. */
  name?: string;
}

/** Inserts this number of media rows into the album. */
export const fillAlbum = (db: Database, albumId: string, { ownerId, fileId, count, name = 'filler' }: FillOptions) =>
  insertMany(db, 'media_search', count, () =>
    sql`insert into media (id, album_id, file_id, kind, name, sequence, uploaded_by, size_bytes, status)
      select gen_random_uuid(), ${albumId}, ${fileId}, 'image', case when n = 1 then ${name}::text else 'filler ' || n end, 1 + n, ${ownerId}, 1, 6
      from generate_series(1, ${count}::integer) n`.execute(db),
  );

/** Inserts albums with one media row each, so that PostgreSQL's statistics suggest that any album is small. */
export async function fillSmallAlbums(db: Database, { ownerId, fileId, count }: FillOptions): Promise<void> {
  await sql`insert into albums (id, name, created_by, updated_at)
    select gen_random_uuid(), 'Small ' || n, ${ownerId}, now() - interval '1 day' from generate_series(1, ${count}::integer) n`.execute(db);
  await insertMany(db, 'media_search', count, () =>
    sql`insert into media (id, album_id, file_id, kind, name, sequence, uploaded_by, size_bytes, status)
      select gen_random_uuid(), id, ${fileId}, 'image', 'small', 10000 + row_number() over (), ${ownerId}, 1, 6 from albums
      where created_by = ${ownerId} and name like 'Small %'`.execute(db),
  );
}
