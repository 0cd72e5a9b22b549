import pg from 'pg';
import { listTables, quoteTableName } from '../platform/backup/backup-tables.ts';

/** Returns the row count and checksum of each table. */
export async function readContents(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const contents: Record<string, unknown> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client.query(
      `select count(*), md5(string_agg(one::text, '' order by one::text)) from ${quoteTableName(table)} one`,
    );
    contents[quoteTableName(table)] = rows[0];
  }
  await client.end();
  return contents;
}

/** Counts the tables of the product and of the job queue. */
export async function countTables(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::integer as tables from pg_tables where schemaname in ('public', 'graphile_worker')",
  );
  await client.end();
  return rows[0].tables;
}
