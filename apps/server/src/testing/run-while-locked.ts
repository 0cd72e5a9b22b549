import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '../platform/database/database.ts';

interface RaceOptions<T> {
  /** Acquires the lock for which `act` waits. */
  lock: (tx: Tx) => Promise<unknown>;
  act: () => Promise<T>;
  /** Makes concurrent changes before `act` continues. */
  duringWait?: (tx: Tx, untilWaiting: (count: number) => Promise<void>) => Promise<unknown>;
  /** Number of calls of `act` that wait for a lock. */
  waiting?: number;
}

/** Makes concurrent changes during an action: `act` runs until it waits for a lock, `duringWait` runs, then `act` continues. */
export async function runWhileLocked<T>(db: Database, { lock, act, duringWait, waiting = 1 }: RaceOptions<T>): Promise<T> {
  const untilWaiting = (count: number) => expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(count);
  const acting = await db.transaction().execute(async (tx) => {
    await lock(tx);
    const started = act();
    await untilWaiting(waiting);
    await duringWait?.(tx, untilWaiting);
    return { started };
  });
  return acting.started;
}

/** Counts statements of this database that wait for a row lock. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
