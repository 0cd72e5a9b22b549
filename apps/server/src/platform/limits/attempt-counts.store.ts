import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** Adds to each count, starting again when its window is over, and returns the counts. Locks in the order of the keys to avoid deadlocks. */
export async function incrementAttempts(
  tx: Tx,
  rows: { key: string; endsAt: Date }[],
  amount: number,
  now: Date,
): Promise<Map<string, number>> {
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

/** Counts one try of each, or none of them; false where one would be beyond its limit. */
export async function tryIncrementAttempts(tx: Tx, rows: { key: string; endsAt: Date; limit: number }[], now: Date): Promise<boolean> {
  const [keys, ends, limits] = [rows.map(({ key }) => key), rows.map(({ endsAt }) => endsAt.toISOString()), rows.map(({ limit }) => limit)];
  const { rows: answers } = await sql<{ isCounted: boolean }>`
    select count_attempts(${keys}::text[], ${ends}::timestamptz[], ${limits}::integer[], ${now}::timestamptz) as "isCounted"`.execute(tx);
  return answers[0]?.isCounted === true;
}

export const decrementAttempts = (tx: Tx, keys: string[]) =>
  sql`with held as materialized (select key from attempt_counts where key = any(${keys}::text[]) order by key for update)
    update attempt_counts set count = greatest(count - 1, 0) from held where attempt_counts.key = held.key`.execute(tx);

export const deleteExpiredAttempts = (tx: Tx, now: Date) => tx.deleteFrom('attempt_counts').where('ends_at', '<=', now).execute();
