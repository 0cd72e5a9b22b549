import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { SlowStatement } from '../../platform/database/slow-statements.ts';
import { PROCESS_TIMEOUT_S } from '../../platform/queue/heartbeat.ts';

const MAX_LISTED_STATEMENTS = 20;
/** Minimum duration of the slowest call of a listed statement, in milliseconds. */
const SLOW_MS = 100;

export const listProcesses = (db: Db) =>
  db.selectFrom('process_heartbeats').selectAll().orderBy('started_at').orderBy('process_id').execute();
export type ProcessRecord = Awaited<ReturnType<typeof listProcesses>>[number];

export async function hasWorker(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from process_heartbeats
    where 'worker' = any(roles) and beat_at > now() - make_interval(secs => ${PROCESS_TIMEOUT_S}) limit 1`.execute(db);
  return rows.length > 0;
}

interface DatabaseInfoRow {
  size: number;
  version: string;
  schema: string;
  connections: number;
  connections_max: number;
  counts_statements: boolean;
}

/** Reads the state of the database. */
export async function readDatabaseStatus(db: Db): Promise<DatabaseInfoRow> {
  const { rows } = await sql<DatabaseInfoRow>`
    select pg_database_size(current_database()) as size, current_setting('server_version') as version,
      (select max(name) from kysely_migration) as schema,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as connections_max,
      -- The extension must be installed, loaded and readable by this role.
      to_regclass('pg_stat_statements') is not null and current_setting('shared_preload_libraries') like '%pg_stat_statements%'
        and pg_has_role('pg_read_all_stats', 'usage') as counts_statements`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned no information');
  return row;
}

/** Lists the slowest statements by the database's statistics. */
export async function listCountedStatements(db: Db): Promise<SlowStatement[]> {
  const { rows } = await sql<SlowStatement>`
    select left(query, 500) as text, calls, total_exec_time as "totalMs", max_exec_time as "maxMs"
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) and max_exec_time >= ${SLOW_MS}
    order by total_exec_time desc limit ${MAX_LISTED_STATEMENTS}`.execute(db);
  return rows;
}
