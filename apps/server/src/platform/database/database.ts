import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { PreparedClient } from './prepared-statements.ts';
import type { DB, Json } from './schema.gen.ts';
import { encodeUuids } from './uuid-array.ts';

/** Connection pool. Reads directly and starts transactions. */
export type Database = Kysely<DB>;
/** Parameter type of functions that read: the pool or a transaction, without methods to write. */
export type Db = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>;
/** A transaction. Functions that write, lock, send events or enqueue jobs require one, never the pool. */
export type Tx = Transaction<DB>;

// bigint columns are byte counts: exact as numbers up to 9 PB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Maximum time to wait for a connection. A busy pool provides one much sooner, so a timeout means that the database is unavailable. */
const CONNECTION_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** The database cancels statements earlier, so a longer silence means that the connection is dead. */
const QUERY_TIMEOUT_MS = 35_000;

/** One permanently listens for jobs. The others keep a few cores busy; each uses 5 MB of PostgreSQL's memory, and more of them would wait for the same cores. */
const MAX_CONNECTIONS = 11;

/**
 * Settings of every connection. PostgreSQL compiles statements above an estimated cost, which takes some tens of milliseconds. Searches in large tables have
 * high estimates but read little.
 */
const CONNECTION_OPTIONS = '-c jit=off';

/** How connections reach the database. `pooled`: through PgBouncer in transaction mode, which refuses startup settings. */
export type ConnectionMode = 'direct' | 'pooled';

/** When a pooler is used, the role needs these settings: `alter role … set jit = off`, and `statement_timeout = '30s'`. */
const getConnectionSettings = (mode: ConnectionMode) =>
  mode === 'pooled' ? {} : { options: CONNECTION_OPTIONS, statement_timeout: STATEMENT_TIMEOUT_MS };

/** Opens a pool of at most `max` connections. */
export function openDatabase(
  url: string,
  log: Logger,
  max = MAX_CONNECTIONS,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
  mode: ConnectionMode = 'direct',
): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...getConnectionSettings(mode),
    query_timeout: queryTimeoutMs,
  });
  let isClosing = false;
  // Without listeners, a broken connection would end the process. Closing breaks all connections. This is not logged.
  const onConnectionLost = (error: Error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'database connection lost');
  };
  pool.on('error', onConnectionLost);
  pool.on('connect', (client) => client.on('error', onConnectionLost));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    async close() {
      isClosing = true;
      await db.destroy();
    },
  };
}

/**
 * Opens up to `count` connections before clients connect; otherwise a reconnecting fleet and all other requests would wait for them. Opens none beyond the
 * limit of the pool, for which it would wait. A database with fewer available connections does not prevent the start. Unused ones are closed after half a
 * minute.
 */
export async function warmUpPool(pool: pg.Pool, count: number): Promise<void> {
  const free = pool.options.max - pool.totalCount + pool.idleCount - pool.waitingCount;
  const opened = await Promise.allSettled(Array.from({ length: Math.max(0, Math.min(count, free)) }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}

/**
 * For a single statement that may commit on its own: PostgreSQL creates the transaction, which saves two round trips. Never use it for a lock or for two
 * statements that belong together.
 */
export const autocommit = (db: Database): Tx => db as unknown as Tx;

/**
 * Passes ids as one array value, because thousands of separate values cost the driver more than the query. The values must be ids, which contracts ensure for
 * input.
 */
export const toUuidArray = (ids: string[]) => sql<string[]>`${encodeUuids(ids) ?? `{${ids.join(',')}}`}::uuid[]`;

/** Passes null as null, not as the JSON value. */
export const toJsonb = (value: object | null) => sql<Json>`${value && JSON.stringify(value)}::jsonb`;

/**
 * Builds a relation of one column with at least one value. Unlike for an array, the planner knows the number of rows. It assumes ten for an array, and
 * with a cross product of several arrays it would replan each execution.
 */
export const toValuesList = (values: readonly string[] | readonly boolean[], type: 'text' | 'boolean' = 'text') =>
  sql`(values ${sql.join(values.map((value) => sql`(${value}::${sql.raw(type)})`))})`;

/** Returns the values of the query's column `id`, in order. */
export const listIdsByQuery = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ id: string }>`${query}`.execute(db)).rows.map(({ id }) => id);

/**
 * Commits this transaction before it is on disk. It may be lost completely in a power cut within the next second, so use it only for data that is recreated
 * or requested again. A later durable commit includes it.
 */
export async function allowAsyncCommit(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** Returns once all commits are on disk. After `allowAsyncCommit`, other transactions can use the rows during the write, and one write serves all callers. */
export async function waitForWalFlush(db: Database): Promise<void> {
  // Any log record waits for all records before it.
  await sql`select pg_logical_emit_message(true, 'vitrine', '')`.execute(db);
}

/** Returns true for a PostgreSQL error with this SQLSTATE, such as 23505 for a unique violation. */
export function isDatabaseError(error: unknown, sqlState: string): boolean {
  return error instanceof pg.DatabaseError && error.code === sqlState;
}

/** Messages of connection errors to which `pg` assigns no code. */
const UNAVAILABLE_MESSAGE_PATTERN =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;
const UNAVAILABLE_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/**
 * Shutting down, crashed, starting up, too many connections, and read-only because the address leads to a standby during a failover. Connection errors of
 * class 08 are checked separately.
 */
const UNAVAILABLE_SQL_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25006']);

/** Returns true when the database is temporarily unavailable: stopped, restarting, unreachable, or without free connections. The request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQL_STATES.has(code) || code.startsWith('08');
  return UNAVAILABLE_SYSTEM_CODES.has(code) || UNAVAILABLE_MESSAGE_PATTERN.test(error.message);
}
