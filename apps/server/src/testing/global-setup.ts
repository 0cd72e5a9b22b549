import { readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateQueue } from '../platform/queue/worker.ts';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    templateName: string;
    /** Clause of `create database` for copies of the template. */
    copyStrategy: string;
    /** True in `npm run test:slow`. */
    runsSlowTests: boolean;
  }
}

/** Starts PostgreSQL and migrates one database, which every test file then clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const templateName = `vitrine_test_${process.pid}_`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  // Autovacuum would process hundreds of databases that are used for seconds only.
  if (postgres.isDisposable) {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    await cheapenPassword(client, postgres.url);
  }
  const template = openDatabase(withDatabase(postgres.url, templateName), pino({ level: 'silent' }), 2);
  await migrate(template.db);
  await migrateQueue(template.pool);
  await template.close();
  project.provide('databaseUrl', postgres.url);
  project.provide('templateName', templateName);
  // Copying files takes less than half the processor time of logging each page. It starts a checkpoint, which waits for the disk when fsync is on.
  project.provide('copyStrategy', postgres.isDisposable ? 'strategy file_copy' : '');
  return async () => {
    if (!postgres.isDisposable) await dropDatabases(client, templateName);
    await client.end();
    await postgres.stop();
    await removeTestFolders(templateName);
  };
}

/** Stores the password with one iteration instead of 4096. A run opens about a thousand connections, and each side computes all iterations for each. */
async function cheapenPassword(client: pg.Client, url: string): Promise<void> {
  const { username, password } = new URL(url);
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`);
}

/**
 * Drops the template and its copies. Tests do not drop their databases: `drop database` waits until the last connection has ended. For five seconds
 * after a deletion, ext4 skips each deleted inode whenever a file is created, which makes creating the next database up to seven times slower.
 */
async function dropDatabases(client: pg.Client, templateName: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
    templateName,
  ]);
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
}

/** Paths of the folders of shared apps and media tools begin with this. */
export const getTestFolderPrefix = (templateName: string): string => path.join(os.tmpdir(), `${templateName}folder-`);

/** Removes the folders of apps and tools that ended with their test process, without time to remove them. */
async function removeTestFolders(templateName: string): Promise<void> {
  const prefix = getTestFolderPrefix(templateName);
  const folder = path.dirname(prefix);
  const names = (await readdir(folder)).filter((name) => name.startsWith(path.basename(prefix)));
  await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
