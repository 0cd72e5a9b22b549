import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '../platform/database/database.ts';

interface RaceOptions<T> {
  /** Takes what `act` will wait for. */
  lock: (tx: Tx) => Promise<unknown>;
  act: () => Promise<T>;
  /** What others have done by the time `act` goes on. */
  duringWait?: (tx: Tx, untilWaiting: (count: number) => Promise<void>) => Promise<unknown>;
  /** How many of the calls of `act` come to wait. */
  waiting?: number;
}

/** Something happens in the middle of what somebody does: `act` comes as far as it may, the rest happens, then `act` goes on. */
export async function runWhileLocked<T>(db: Database, { lock: hold, act, duringWait: first, waiting = 1 }: RaceOptions<T>): Promise<T> {
  const untilWaiting = (count: number) => expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(count);
  const acting = await db.transaction().execute(async (tx) => {
    await hold(tx);
    const started = act();
    await untilWaiting(waiting);
    await first?.(tx, untilWaiting);
    return { started };
  });
  return acting.started;
}

/** Statements of this database that wait for a row somebody else holds. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
