import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { serverFolder } from '../program-files.ts';
import type { Database } from './database.ts';

/** Schema that exists while a restore is incomplete. */
export const RESTORE_MARKER_SCHEMA = 'vitrine_restore';

const folder = path.join(serverFolder, 'migrations');

/** Their names, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return files.map((name) => name.replace(/\.sql$/, ''));
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations()) {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
    migrations[name] = {
      async up(db) {
        // A large table takes longer than any request may.
        await sql`set local statement_timeout = 0`.execute(db);
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

async function listApplied(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string | null }>`select to_regclass('kysely_migration')::text as table`.execute(db);
  if (!tables[0]?.table) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Suffix of migrations that remove something an older version uses (docs/guides/add-a-migration.md). */
const CONTRACT_MIGRATION_PATTERN = /_contract$/;

/**
 * Refuses a database with unknown migrations, which belongs to another version. If it has all of ours and beyond them only additive ones, it belongs to a
 * newer version during a rolling update, and this version may continue or start again.
 */
function assertNoUnknownMigrations(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  const last = known.at(-1) ?? '';
  const isAhead =
    known.every((name) => applied.includes(name)) && unknown.every((name) => name > last && !CONTRACT_MIGRATION_PATTERN.test(name));
  if (unknown.length === 0 || isAhead) return;
  throw new Error(
    `This database belongs to another version of Vitrine (it has the migrations ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}, ` +
      'which this version doesn’t know). Start the version that created it, or start over: set DATA_DIR to a new folder or DATABASE_URL to an empty database.',
  );
}

/** Half of a backup is no installation. */
async function assertNoUnfinishedRestore(db: Database): Promise<void> {
  const { rows } = await sql<{ unfinished: boolean }>`select to_regnamespace(${RESTORE_MARKER_SCHEMA}) is not null as unfinished`.execute(
    db,
  );
  if (rows[0]?.unfinished) throw new Error('A restore into this database didn’t finish. Run “npm run restore” again.');
}

/** Brings an empty database to these, which have to be the first of those we have. */
export async function migrateTo(db: Database, names: readonly string[]): Promise<void> {
  const all = await readMigrations();
  const migrations = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  await runMigrations(db, migrations);
}

async function runMigrations(db: Database, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw new Error('A database migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}

/** Migrates the database. Safe when several processes start at once, because Kysely holds a lock. */
export async function migrate(db: Database): Promise<string[]> {
  await assertNoUnfinishedRestore(db);
  const [applied, known] = [await listApplied(db), await listMigrations()];
  assertNoUnknownMigrations(applied, known);
  // The migrator would read the whole catalogue for the same result.
  if (applied.length >= known.length) return [];
  return runMigrations(db, await readMigrations());
}
