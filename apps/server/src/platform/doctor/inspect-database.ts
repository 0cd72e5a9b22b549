import type pg from 'pg';
import { listMigrations, RESTORE_MARKER_SCHEMA } from '../database/migrate.ts';
import type { DatabaseStatus } from './database.rules.ts';
import { withDoctorConnection } from './doctor-connection.ts';

const INSPECTED_SETTINGS = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'jit',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

export interface DatabaseInspection extends DatabaseStatus {
  /** Time by which this machine's clock is ahead of the database's. */
  clockOffsetMs: number;
}

async function readFacts(client: pg.Client) {
  const begunAt = Date.now();
  const { rows } = await client.query<{ now_ms: string }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now_ms');
  // Assumes that the database read its clock halfway between request and response.
  const clockOffsetMs = (begunAt + Date.now()) / 2 - Number(rows[0]?.now_ms);
  const facts = await client.query<Omit<DatabaseStatus, 'settings' | 'applied' | 'known' | 'isRestoring'>>(
    `select current_setting('server_version_num')::integer as "versionNumber", current_setting('max_connections')::integer as "maxConnections",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as "usedConnections",
      current_setting('server_encoding') as encoding`,
  );
  const settings = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any ($1)', [
    INSPECTED_SETTINGS,
  ]);
  const [found] = facts.rows;
  if (!found) throw new Error('The database returned no information');
  return { ...found, clockOffsetMs, settings: Object.fromEntries(settings.rows.map(({ name, setting }) => [name, setting])) };
}

async function readMigrations(client: pg.Client): Promise<Pick<DatabaseStatus, 'applied' | 'isRestoring'>> {
  const { rows } = await client.query<{ migrated: boolean; restoring: boolean }>(
    `select to_regclass('kysely_migration') is not null as migrated, to_regnamespace('${RESTORE_MARKER_SCHEMA}') is not null as restoring`,
  );
  const applied = rows[0]?.migrated
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] };
  return { applied: applied.rows.map(({ name }) => name), isRestoring: rows[0]?.restoring === true };
}

export const inspectDatabase = (url: string): Promise<DatabaseInspection> =>
  withDoctorConnection(url, async (client) => ({
    ...(await readFacts(client)),
    ...(await readMigrations(client)),
    known: await listMigrations(),
  }));
