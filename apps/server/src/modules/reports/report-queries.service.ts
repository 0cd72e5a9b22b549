import { sql } from 'kysely';
import { createConcurrencyLimiter, createLimiterPerKey } from '../../platform/concurrency-limiter.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Maximum number of report queries that this process runs at a time. More would slow down other requests. */
const MAX_RUNNING = 2;
/** Maximum number of waiting accounts. Each waits with one query. */
const MAX_WAITING = 1000;
const MAX_WAITING_PER_LINE = 4;
const LINES_PER_ACCOUNT = 3;
/** Shorter queries, such as the pages of an export, are not followed by a rest. */
const LONG_QUERY_MS = 100;

/**
 * A plan for all values of the parameters would read the whole table for a single screen. Parallel workers would occupy the processors that other requests
 * need. The rows of a screen are scattered, but cached.
 */
const SETTINGS = [
  ['statement_timeout', '8s'],
  ['plan_cache_mode', 'force_custom_plan'],
  ['max_parallel_workers_per_gather', '0'],
  ['random_page_cost', '1.1'],
] as const;
const QUERY_CANCELLED = '57014';

/** A queue of one account's queries. Exports and emails have separate queues, so that reports do not delay them. */
export interface QueryLine {
  accountId: string;
  kind: 'report' | 'export' | 'email';
}

/**
 * Creates a function that runs queries for reports: few at a time, one of each account, and each for a limited time. An account rests after a long query for
 * as long as it took, so that it occupies half a processor at most. TOO_MANY_REQUESTS, REPORT_TOO_LARGE.
 */
export function createReportQueries({ db }: { db: Database }) {
  const runInTurn = createConcurrencyLimiter({ lanes: MAX_RUNNING, waiting: MAX_WAITING });
  const runForAccount = createLimiterPerKey(() => ({
    lanes: 1,
    waiting: LINES_PER_ACCOUNT - 1,
    getRestMs: (tookMs) => (tookMs > LONG_QUERY_MS ? tookMs : 0),
  }));
  const runInLine = createLimiterPerKey(() => ({ lanes: 1, waiting: MAX_WAITING_PER_LINE }));

  const query = async <T>(read: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      // All statements must see the same state, because days move to another table when they end.
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`select ${sql.raw(SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', '))}`.execute(tx);
          return read(tx);
        });
    } catch (error) {
      if (isDatabaseError(error, QUERY_CANCELLED)) throw new AppError('REPORT_TOO_LARGE');
      throw error;
    }
  };

  return <T>({ accountId, kind }: QueryLine, read: (tx: Tx) => Promise<T>): Promise<T> =>
    runInLine(`${kind} ${accountId}`, () => runForAccount(accountId, () => runInTurn(() => query(read))));
}

export type ReportQueries = ReturnType<typeof createReportQueries>;
