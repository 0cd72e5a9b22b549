import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type { Database } from './database.ts';

const folder = new URL('../../../migrations/', import.meta.url);

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    migrations[name.replace(/\.sql$/, '')] = {
      async up(db) {
        // A large table takes longer than any request may.
        await sql`set local statement_timeout = 0`.execute(db);
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** Brings the database forward. Safe when several processes start at once: Kysely holds a lock meanwhile. */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw new Error('A database migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
