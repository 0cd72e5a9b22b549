import { type RawBuilder, sql } from 'kysely';
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

/** Count of a limited action. */
export interface AttemptRow {
  key: string;
  endsAt: Date;
  limit: number;
}

/** Counts one attempt in each row, or in none of them. The expression is false when a count would exceed its limit. */
export function countAttempts(rows: readonly AttemptRow[], now: Date): RawBuilder<boolean> {
  const [keys, ends, limits] = [rows.map(({ key }) => key), rows.map(({ endsAt }) => endsAt.toISOString()), rows.map(({ limit }) => limit)];
  return sql`count_attempts(${keys}::text[], ${ends}::timestamptz[], ${limits}::integer[], ${now}::timestamptz)`;
}

export async function tryIncrementAttempts(tx: Tx, rows: readonly AttemptRow[], now: Date): Promise<boolean> {
  const { rows: answers } = await sql<{ isCounted: boolean }>`select ${countAttempts(rows, now)} as "isCounted"`.execute(tx);
  return answers[0]?.isCounted === true;
}

/** Common table expressions that take back one attempt of each key if the condition holds. Locks in the order of the keys to avoid deadlocks. */
export const refundAttempts = (keys: readonly string[], condition: RawBuilder<boolean>) =>
  sql`locked_counts as materialized (
      select key from attempt_counts where key = any(${keys}::text[]) and ${condition} order by key for update),
    refunded_counts as (
      update attempt_counts set count = greatest(count - 1, 0) from locked_counts where attempt_counts.key = locked_counts.key)`;

export const decrementAttempts = (tx: Tx, keys: readonly string[]) => sql`with ${refundAttempts(keys, sql`true`)} select`.execute(tx);

export const deleteExpiredAttempts = (tx: Tx, now: Date) => tx.deleteFrom('attempt_counts').where('ends_at', '<=', now).execute();
