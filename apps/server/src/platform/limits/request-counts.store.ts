import { sql } from 'kysely';
import { autocommit, type Database } from '../database/database.ts';

/**
 * Takes an amount from a key's limit within its window, which starts with the first one. Returns the total taken by all processes, and the remaining
 * milliseconds. Uses the database's clock, which all processes share.
 */
export async function incrementRequestCount(
  db: Database,
  key: string,
  amount: number,
  windowMs: number,
): Promise<{ count: number; remainingMs: number }> {
  const { rows } = await sql<{ count: number; left_ms: number }>`
    insert into request_counts as known (key, count, ends_at)
    values (${key}, ${amount}, now() + make_interval(secs => ${windowMs / 1000}))
    on conflict (key) do update set
      count = case when known.ends_at <= now() then excluded.count else known.count + excluded.count end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning count, extract(epoch from ends_at - now()) * 1000 as left_ms`.execute(autocommit(db));
  // Its end is kept in whole milliseconds, which may be rounded up.
  return { count: rows[0]?.count ?? amount, remainingMs: Math.min(windowMs, Number(rows[0]?.left_ms ?? windowMs)) };
}

export const deleteExpiredRequestCounts = (db: Database) => sql`delete from request_counts where ends_at <= now()`.execute(autocommit(db));
