import { sql } from 'kysely';
import { createConcurrencyLimiter, createLimiterPerKey } from '../../platform/concurrency-limiter.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Queries for reports of this process that run at a time. More would leave too little of the database to other requests. */
const MAX_RUNNING = 2;
/** Each account waits with one report and one export, so this bounds the accounts that wait. */
const MAX_WAITING = 1000;
const MAX_WAITING_PER_ACCOUNT = 4;

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

/** Returns the line in which the export of an account waits. Its reports have another one, so that they cannot interrupt the export. */
export const getExportLine = (accountId: string): string => `export ${accountId}`;

/**
 * Creates a function that runs queries for reports: few at a time, one in each line, and each for a limited time. The line of reports is the account's id.
 * TOO_MANY_REQUESTS, REPORT_TOO_LARGE.
 */
export function createReportQueries({ db }: { db: Database }) {
  const runInTurn = createConcurrencyLimiter({ lanes: MAX_RUNNING, waiting: MAX_WAITING });
  const runForAccount = createLimiterPerKey(() => ({ lanes: 1, waiting: MAX_WAITING_PER_ACCOUNT }));

  const query = async <T>(read: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      // One moment for all statements, because days are moved from one table to another when they end.
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

  return <T>(line: string, read: (tx: Tx) => Promise<T>): Promise<T> => runForAccount(line, () => runInTurn(() => query(read)));
}

export type ReportQueries = ReturnType<typeof createReportQueries>;
