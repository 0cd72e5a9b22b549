import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { PreparedClient } from './prepared-statements.ts';
import type { DB } from './schema.gen.ts';

/** The pool: it reads, and begins transactions. */
export type Database = Kysely<DB>;
/** What a reading function takes: the pool or a transaction. It offers no way to write. */
export type Db = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>;
/** A transaction. Whatever writes, locks, nudges or adds a job takes one, and never the pool. */
export type Tx = Transaction<DB>;

// bigint columns are byte counts: exact as numbers up to 9 PB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a request waits for a connection: a busy pool gives one much sooner, one to a database that is away never. */
const CONNECTION_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** The database ends a statement by itself before this; one that says nothing for longer has stopped. */
const QUERY_TIMEOUT_MS = 35_000;

/** Two of them hear of jobs, for good. The rest keep some cores busy; each takes 5 MB of PostgreSQL's memory, and more would wait for the same cores. */
const MAX_CONNECTIONS = 12;

/**
 * Of every connection. Compiling a statement takes PostgreSQL some tens of milliseconds, and it does so from an estimated cost on that searches of large
 * tables exceed: their estimates are high, what they read is little.
 */
const CONNECTION_OPTIONS = '-c jit=off';

/** How connections reach the database: `pooled`, by a PgBouncer that hands one to each transaction, and refuses to start one with settings. */
export type ConnectionMode = 'direct' | 'pooled';

/** By a pooler the role has them: `alter role … set jit = off`, and `statement_timeout = '30s'`. */
const getConnectionSettings = (way: ConnectionMode) =>
  way === 'pooled' ? {} : { options: CONNECTION_OPTIONS, statement_timeout: STATEMENT_TIMEOUT_MS };

/** Opens a pool of at most `max` connections. */
export function openDatabase(
  url: string,
  log: Logger,
  max = MAX_CONNECTIONS,
  answerLimitMs = QUERY_TIMEOUT_MS,
  way: ConnectionMode = 'direct',
): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...getConnectionSettings(way),
    query_timeout: answerLimitMs,
  });
  let isClosing = false;
  // Without listeners a connection that breaks would end the process. While closing they all do.
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
 * For a single statement that may commit by itself: PostgreSQL makes a transaction of it, without the two round trips of another. Never for a lock
 * or for two statements that belong together.
 */
export const autocommit = (db: Database): Tx => db as unknown as Tx;

/** Ids as the value of an array, in one text: thousands of values one by one take the driver longer than the database. They have to be ids: contracts say so of what comes from outside. */
export const toUuidArray = (ids: string[]) => sql<string[]>`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * A relation of one column with these, at least one. PostgreSQL knows their number when it plans; of an array it would assume ten, and for a product of
 * several it would find that no plan is worth keeping, and plan each time.
 */
export const toValuesList = (values: readonly string[] | readonly boolean[], type: 'text' | 'boolean' = 'text') =>
  sql`(values ${sql.join(values.map((value) => sql`(${value}::${sql.raw(type)})`))})`;

/** What a query names `id`, in its order. */
export const listIdsByQuery = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ id: string }>`${query}`.execute(db)).rows.map(({ id }) => id);

/**
 * This transaction is answered before it is on the disk, and may be lost, whole, when the power is within the next second: for
 * what is made again or asked for again then. Whatever commits later and waits for the disk takes it along.
 */
export async function allowAsyncCommit(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/**
 * Returns once all that has committed is on the disk. With `commitWithoutDisk` before, the rows that others wait for are free while
 * the disk works, and one turn of it serves everybody who waits here.
 */
export async function waitForWalFlush(db: Database): Promise<void> {
  // Whatever leaves a trace in the log waits for all of the log before it.
  await sql`select pg_logical_emit_message(true, 'vitrine', '')`.execute(db);
}

/** True for an error of PostgreSQL with this SQLSTATE, e.g. 23505 for a broken unique constraint. */
export function isDatabaseError(error: unknown, sqlState: string): boolean {
  return error instanceof pg.DatabaseError && error.code === sqlState;
}

/** `pg` gives these no code. */
const UNAVAILABLE_MESSAGE_PATTERN =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;
const UNAVAILABLE_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Shutting down, crashed, starting up, and no connection left; class 08 is of connections. */
const UNAVAILABLE_SQL_STATES = new Set(['57P01', '57P02', '57P03', '53300']);

/** Whether the database is away for now: it is stopped, restarting, out of reach, or gives no connection. What was asked may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQL_STATES.has(code) || code.startsWith('08');
  return UNAVAILABLE_SYSTEM_CODES.has(code) || UNAVAILABLE_MESSAGE_PATTERN.test(error.message);
}
