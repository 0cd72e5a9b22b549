import { ATTENTION_DAYS, MAX_ATTENTION_COUNT } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { getFirstIdAt } from '../../platform/ids.ts';
import { videoJob } from '../media/index.ts';
import { type DayFigures, toUtcDay, type UtcDay } from './daily-figures.rules.ts';

export interface InstallationCounts {
  people: number;
  devices: number;
  online: number;
  queued: number;
  /** Accounts that store something, except those whose first upload ended less than a minute ago. */
  accountsWithStorage: number;
  /** Bytes of all accounts. */
  storage_bytes: number;
}

/** All that there is, each counted up to `most`; without it to the end. */
export async function countCurrent(db: Db, most: number | null): Promise<InstallationCounts> {
  const countUpTo = (rows: RawBuilder<unknown>) => sql`(select count(*) from (select 1 from ${rows} limit ${most}::bigint) as counted)`;
  const { rows } = await sql<InstallationCounts>`
    select ${countUpTo(sql`people_index`)} as people, ${countUpTo(sql`devices`)} as devices,
      ${countUpTo(sql`screens where live_process_id is not null and listed_id is not null`)} as online,
      ${countUpTo(sql`graphile_worker.jobs where task_identifier = ${videoJob.name} and (attempts < max_attempts or locked_at is not null)`)} as queued,
      stored.* from (select count(*) as "accountsWithStorage", (coalesce(sum(used_bytes), 0) + (select coalesce(sum(size_bytes), 0) from storage_additions))::bigint as storage_bytes
        from (select used_bytes from storage_usage where used_bytes > 0 limit ${most}::bigint) as counted) as stored`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('Nothing was counted');
  return counts;
}

/** Lists the measurements of the days since this one. */
export async function listDayFigures(db: Db, from: UtcDay): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select to_char(day, 'YYYY-MM-DD') as day, people, devices, storage_bytes, online, online_most, queued, queued_most, income_cents, measured_at
    from daily_figures where day >= ${from}::date order by day`.execute(db);
  return rows;
}

const getStartOfDay = (day: UtcDay) => sql`(${day}::date)::timestamp at time zone 'UTC'`;
const toUtcDaySql = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;

interface DailySum {
  day: UtcDay;
  sum: number;
}
const toMapByDay = (rows: DailySum[]): Map<UtcDay, number> => new Map(rows.map(({ day, sum }) => [day, sum]));

/** Cents of each day since this one that has any: what was paid, less what was refunded. */
export async function sumIncomeByDay(db: Db, from: UtcDay): Promise<Map<UtcDay, number>> {
  const { rows } = await sql<DailySum>`
    select day, sum(cents)::bigint as sum from (
      select ${toUtcDaySql(sql`paid_at`)} as day, total_cents as cents from orders where paid_at >= ${getStartOfDay(from)}
      union all
      select ${toUtcDaySql(sql`created_at`)}, -amount_cents from order_refunds where state = 'done' and created_at >= ${getStartOfDay(from)}) as moved
    group by day`.execute(db);
  return toMapByDay(rows);
}

/** How many people came on each day since this one. */
export async function countSignUpsByDay(db: Db, from: UtcDay): Promise<Map<UtcDay, number>> {
  const { rows } = await sql<DailySum>`
    select ${toUtcDaySql(sql`created_at`)} as day, count(*) as sum from users where created_at >= ${getStartOfDay(from)} group by day`.execute(
    db,
  );
  return toMapByDay(rows);
}

export interface AttentionCounts {
  videos: number;
  screens: number;
  payments: number;
  messages: number;
}

const DAY_MS = 86_400_000;
/** For how many days a device that is offline is news: from the first to the last. */
const OFFLINE_FROM_DAYS = 1;
const OFFLINE_UNTIL_DAYS = 30;

/** Counts recent failures and pending tasks, each up to a limit. */
export async function countAttention(db: Db, now: Date): Promise<AttentionCounts> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const upTo = (rows: RawBuilder<unknown>) => sql`(select count(*) from (select 1 from ${rows} limit ${MAX_ATTENTION_COUNT}) as counted)`;
  const { rows } = await sql<AttentionCounts>`select
    ${upTo(sql`media where kind = 'video' and video_outcome(status) = 'failed' and id >= ${getFirstIdAt(ago(ATTENTION_DAYS).getTime())}::uuid`)} as videos,
    ${upTo(sql`screens where live_process_id is null and listed_id is not null
      and seen_at < ${ago(OFFLINE_FROM_DAYS)}::timestamptz and seen_at >= ${ago(OFFLINE_UNTIL_DAYS)}::timestamptz`)} as screens,
    ${upTo(sql`orders where payment_event = 'paymentfailed' and created_at >= ${getStartOfDay(toUtcDay(ago(ATTENTION_DAYS)))}`)} as payments,
    ${upTo(sql`contact_messages where answered_at is null`)} as messages`.execute(db);
  return rows[0] ?? { videos: 0, screens: 0, payments: 0, messages: 0 };
}
