import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { withDatabase } from './global-setup.ts';

export interface TestDatabase extends DatabaseHandle {
  url: string;
}

/** The next database, created while earlier tests run, which often wait. */
let spare: Promise<string> | undefined;

/** Returns a copy of the migrated template. It is dropped at the end of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await (spare ?? copyTemplate());
  spare = copyTemplate();
  // The next caller receives the error.
  spare.catch(() => undefined);
  return openSameDatabase(url);
}

const copyTemplate = () => create(`template ${inject('templateName')} ${inject('copyStrategy')}`);

/** Creates a database without tables, as a restore needs it, and returns its address. It is dropped at the end of the run. */
export const createEmptyDatabase = (): Promise<string> => create('');

/** Connection on which this process creates databases. Opening one for each would take a third of the copy's processor time. The end of the process closes it. */
let admin: Promise<pg.Client> | undefined;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The database may end before this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The name starts with that of the template, so that the end of the run finds and drops the database. */
async function create(options: string): Promise<string> {
  const name = `${inject('templateName')}_${newId().replaceAll('-', '')}`;
  const adminUrl = inject('databaseUrl');
  admin ??= connect(adminUrl);
  await (await admin).query(`create database ${name} ${options}`);
  return withCheapStatements(withDatabase(adminUrl, name));
}

/** Opens the same database as another process would, with a separate pool. */
export const openSameDatabase = (url: string): TestDatabase => ({ ...openDatabase(url, pino({ level: 'silent' }), 10), url });

/**
 * Disables waiting for the disk at commit, because only the fault rounds test power cuts. PostgreSQL otherwise plans the first five uses of each statement
 * for their values, which takes a third of its processor time in a run.
 */
function withCheapStatements(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan');
  return changed.toString();
}
