import { sql } from 'kysely';
import { isDatabaseError, type Tx } from '../../platform/database/database.ts';

/** What PostgreSQL says of a division by zero. */
const OVER = '22012';

/**
 * Counts one try under each key, or none at all: false where that would be more than a limit. One statement, and so one transaction of its own: every sign-in
 * begins with it, and dividing by zero undoes it without another round trip. In order of the keys, as below.
 */
export async function addOneWithin(tx: Tx, rows: { key: string; endsAt: Date; limit: number }[], now: Date): Promise<boolean> {
  const [keys, ends, limits] = [rows.map(({ key }) => key), rows.map(({ endsAt }) => endsAt.toISOString()), rows.map(({ limit }) => limit)];
  try {
    await sql`
      with asked as (select * from unnest(${keys}::text[], ${ends}::timestamptz[], ${limits}::integer[]) as asked (key, ends_at, max_count)),
      counted as (
        insert into attempt_counts as known (key, count, ends_at) select key, 1, ends_at from asked order by key
        on conflict (key) do update set
          count = case when known.ends_at <= ${now} then 1 else known.count + 1 end,
          ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
        returning key, count)
      select 1 / (case when bool_or(counted.count > asked.max_count) then 0 else 1 end) from counted join asked using (key)`.execute(tx);
    return true;
  } catch (error) {
    if (isDatabaseError(error, OVER)) return false;
    throw error;
  }
}

/** Adds to each count, beginning anew where its window is over; answers the counts. In order of the keys, so that two who count the same never wait in a ring. */
export async function addAttempts(tx: Tx, rows: { key: string; endsAt: Date }[], amount: number, now: Date): Promise<Map<string, number>> {
  const [keys, ends] = [rows.map(({ key }) => key), rows.map(({ endsAt }) => endsAt.toISOString())];
  const added = await sql<{ key: string; count: number }>`
    insert into attempt_counts as known (key, count, ends_at)
    select key, ${amount}::integer, ends_at from unnest(${keys}::text[], ${ends}::timestamptz[]) as asked (key, ends_at) order by key
    on conflict (key) do update set
      count = case when known.ends_at <= ${now} then excluded.count else known.count + excluded.count end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    returning key, count`.execute(tx);
  return new Map(added.rows.map(({ key, count }) => [key, count]));
}

export const subtractAttempt = (tx: Tx, keys: string[]) =>
  sql`with held as materialized (select key from attempt_counts where key = any(${keys}::text[]) order by key for update)
    update attempt_counts set count = greatest(count - 1, 0) from held where attempt_counts.key = held.key`.execute(tx);

export const deleteOverAttempts = (tx: Tx, now: Date) => tx.deleteFrom('attempt_counts').where('ends_at', '<=', now).execute();
