import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { serverFolder } from '../program-files.ts';
import type { Database } from './database.ts';

/** A schema that is there as long as a restore has not ended. */
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

/** What an older version cannot go on with ends so: it takes away what that one uses (docs/guides/add-a-migration.md). */
const CONTRACT_MIGRATION_PATTERN = /_contract$/;

/**
 * A database that knows migrations we do not have is of another Vitrine. One that has all of ours and beyond them only such as add is that of a newer version, beside which
 * this one goes on while an update comes to one process after the other: it may be started again. Any other is refused.
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

/** Brings the database forward. Safe when several processes start at once: Kysely holds a lock meanwhile. */
export async function migrate(db: Database): Promise<string[]> {
  await assertNoUnfinishedRestore(db);
  const [applied, known] = [await listApplied(db), await listMigrations()];
  assertNoUnknownMigrations(applied, known);
  // The migrator would look through the whole catalogue to find out the same.
  if (applied.length >= known.length) return [];
  return runMigrations(db, await readMigrations());
}
