import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { serverFolder } from '../program-files.ts';
import type { Database } from './database.ts';

const folder = path.join(serverFolder, 'migrations');

/** Their names, in order. */
async function listMigrations(): Promise<string[]> {
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

/** A database that knows migrations we do not have is of another Vitrine: newer, or from before the first release. */
function refuseUnknown(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `This database belongs to another version of Vitrine (it has the migrations ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}, ` +
      'which this version does not know). Start the version that made it, or start afresh: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  );
}

/** Brings the database forward. Safe when several processes start at once: Kysely holds a lock meanwhile. */
export async function migrate(db: Database): Promise<string[]> {
  const [applied, known] = [await listApplied(db), await listMigrations()];
  refuseUnknown(applied, known);
  // The migrator would look through the whole catalogue to find out the same.
  if (applied.length === known.length) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw new Error('A database migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
