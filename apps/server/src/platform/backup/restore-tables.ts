import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupPlace } from './backup-encryption.ts';
import { type BackedUpTable, BackupError, type Manifest } from './backup-manifest.ts';
import { openCompressedPart } from './backup-parts.ts';
import { configureCopyTransaction, listTables, quoteColumns, quoteTableName } from './backup-tables.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows are loaded table by table in any order; foreign keys are recreated and checked afterwards. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select quote_ident(space.nspname) || '.' || quote_ident(class.relname) as table, quote_ident(conname) as name, pg_get_constraintdef(held.oid) as definition
    from pg_constraint held join pg_class class on class.oid = held.conrelid join pg_namespace space on space.oid = class.relnamespace
    where held.contype = 'f' and held.conparentid = 0 and space.nspname in ('public', 'graphile_worker') order by 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Triggers are disabled during the load, because the backup already contains their results. */
const setTriggersEnabled = async (client: pg.Client, tables: readonly BackedUpTable[], state: 'disable' | 'enable') => {
  for (const table of tables) await client.query(`alter table ${quoteTableName(table)} ${state} trigger user`);
};

async function loadTable(client: pg.Client, place: BackupPlace, table: BackedUpTable): Promise<void> {
  if (!table.part) return;
  const copy = client.query(copyFrom(`copy ${quoteTableName(table)} (${quoteColumns(table.columns)}) from stdin`));
  await pipeline(await openCompressedPart(place, table.part), copy);
  if (copy.rowCount !== table.rows) throw new BackupError(`${table.name} has ${copy.rowCount} rows, but the backup contains ${table.rows}`);
}

async function assertSameTables(client: pg.Client, tables: readonly BackedUpTable[]): Promise<void> {
  const getTableShape = (found: readonly { schema: string; name: string; columns: string[] }[]) =>
    found.map((table) => `${quoteTableName(table)}: ${table.columns.toSorted().join(' ')}`);
  const [actual, expected] = [getTableShape(await listTables(client)), getTableShape(tables)];
  const differs = actual.find((shape) => !expected.includes(shape)) ?? expected.find((shape) => !actual.includes(shape));
  if (differs) throw new BackupError(`The tables of this version don’t match the backup: ${differs}`);
}

/** Restores all rows in one transaction, into tables created by the same migrations. `complete` is the last statement of the transaction. */
export async function restoreTables(client: pg.Client, place: BackupPlace, manifest: Manifest, complete: string): Promise<void> {
  const { tables, sequences } = manifest;
  await client.query('begin');
  await configureCopyTransaction(client);
  await assertSameTables(client, tables);
  // Migrations insert rows as well.
  await client.query(`truncate ${tables.map(quoteTableName).join(', ')} cascade`);
  const foreignKeys = await dropForeignKeys(client);
  await setTriggersEnabled(client, tables, 'disable');
  for (const table of tables) await loadTable(client, place, table);
  await setTriggersEnabled(client, tables, 'enable');
  for (const { table, name, definition } of foreignKeys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const sequence of sequences) await client.query('select setval($1::regclass, $2)', [quoteTableName(sequence), sequence.value]);
  await client.query(complete);
  await client.query('commit');
  // Override the limits that the role has when a pooler is used.
  await client.query('set statement_timeout = 0');
  await client.query('analyze');
}
