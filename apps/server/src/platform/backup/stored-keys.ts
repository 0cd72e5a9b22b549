import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readLines } from './backup-parts.ts';
import { quoteColumns, quoteIdentifier } from './backup-tables.ts';

/** Names of the columns that contain storage keys, in all modules. `stored-keys.test.ts` finds columns with other names. */
export const STORAGE_KEY_COLUMNS = ['storage_key', 'source_key', 'print_key'];

export interface ReferencedFile {
  key: string;
  /** Checksum in the file's row; null when the row has none. */
  sha256: string | null;
}

async function buildKeysQuery(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; knows: boolean }>(
    `select tables.table_name::text as table, named.column_name::text as column,
      exists (select from information_schema.columns beside where beside.table_schema = 'public'
        and beside.table_name = tables.table_name and beside.column_name = 'sha256') as knows
    from information_schema.tables tables join information_schema.columns named using (table_schema, table_name)
    where tables.table_schema = 'public' and tables.table_type = 'BASE TABLE' and named.column_name = any ($1)`,
    [STORAGE_KEY_COLUMNS],
  );
  const parts = rows.map(({ table, column, knows }) => {
    const sha256 = knows && column === 'storage_key' ? quoteColumns(['sha256']) : 'null::text';
    return `select ${quoteIdentifier(column)} as key, ${sha256} as sha256 from public.${quoteIdentifier(table)} where ${quoteIdentifier(column)} is not null`;
  });
  return parts.join(' union all ');
}

/** Lists all stored files that rows visible to this transaction refer to, once each, in key order. */
export async function* listReferencedFiles(client: pg.Client): AsyncGenerator<ReferencedFile> {
  const copy = client.query(
    copyTo(`copy (select key, max(sha256) from (${await buildKeysQuery(client)}) named group by key order by key collate "C") to stdout`),
  );
  for await (const line of readLines(copy)) {
    const [key = '', sha256] = line.split('\t');
    yield { key, sha256: sha256 === undefined || sha256 === '\\N' ? null : sha256 };
  }
}

/** Returns true when a row currently refers to the file. */
export async function isReferenced(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ is_named: boolean }>(
    `select exists (select from (${await buildKeysQuery(client)}) named where key = $1) as is_named`,
    [key],
  );
  return rows[0]?.is_named === true;
}
