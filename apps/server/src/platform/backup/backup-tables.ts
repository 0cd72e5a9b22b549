import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupPlace } from './backup-encryption.ts';
import type { BackedUpTable, Manifest } from './backup-manifest.ts';
import { storeCompressedPart } from './backup-parts.ts';

/** Tables that migrations fill, and uploads in progress, whose bytes are on a local disk and must be uploaded again. */
const EXCLUDED_TABLES = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
  'public.resumable_uploads',
];

/** Makes values independent of the settings of the server, the database and the role. */
const PORTABLE_SETTINGS = [
  "datestyle = 'ISO, MDY'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 1',
  "client_encoding = 'UTF8'",
];
const NO_LIMITS = ['statement_timeout = 0', 'lock_timeout = 0', 'idle_in_transaction_session_timeout = 0'];

/** Configures a transaction that copies tables: portable formats and no time limits. */
export async function configureCopyTransaction(client: pg.Client): Promise<void> {
  for (const setting of [...PORTABLE_SETTINGS, ...NO_LIMITS]) await client.query(`set local ${setting}`);
}

interface FoundTable {
  schema: string;
  name: string;
  columns: string[];
}

/** Lists logged tables. Unlogged tables only contain short-lived counts. */
export async function listTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select space.nspname::text as schema, class.relname::text as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    where space.nspname in ('public', 'graphile_worker') and class.relkind = 'r' and class.relpersistence = 'p'
      and space.nspname || '.' || class.relname <> all ($1)
    group by 1, 2 order by 1, 2`,
    [EXCLUDED_TABLES],
  );
  return rows;
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteTableName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
export const quoteColumns = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ');

/** Dumps all tables from the snapshot of this transaction. */
export async function dumpTables(client: pg.Client, place: BackupPlace, folder: string): Promise<BackedUpTable[]> {
  const dumped: BackedUpTable[] = [];
  for (const table of await listTables(client)) {
    if (!(await hasRows(client, table))) {
      dumped.push({ ...table, rows: 0, part: null });
      continue;
    }
    const copy = client.query(copyTo(`copy (select ${quoteColumns(table.columns)} from ${quoteTableName(table)}) to stdout`));
    const part = await storeCompressedPart(place, `${folder}/tables/${table.schema}.${table.name}.zst`, copy);
    dumped.push({ ...table, rows: copy.rowCount, part });
  }
  return dumped;
}

async function hasRows(client: pg.Client, table: FoundTable): Promise<boolean> {
  return (await client.query(`select from ${quoteTableName(table)} limit 1`)).rowCount === 1;
}

/** Reads sequences. They continue during the transaction, so they are ahead of its rows. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`,
  );
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

/** Describes the database: its migrations and the version of PostgreSQL. */
export async function describeDatabase(client: pg.Client): Promise<Pick<Manifest, 'migrations' | 'queueMigration' | 'postgres'>> {
  const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return {
    migrations: migrations.map(({ name }) => name),
    ...(await readQueueMigration(client)),
    postgres: await readServerVersion(client),
  };
}

export async function readQueueMigration(client: pg.Client): Promise<{ queueMigration: number }> {
  const { rows } = await client.query<{ last: number }>('select max(id) as last from graphile_worker.migrations');
  return { queueMigration: Number(rows[0]?.last ?? 0) };
}

async function readServerVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}
