import { ATTENTION_DAYS, ATTENTION_MOST } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { videoJob } from '../media/index.ts';
import { type Day, type DayFigures, dayOf } from './days.rules.ts';

export interface Counts {
  people: number;
  devices: number;
  online: number;
  queued: number;
  /** Accounts that store something, and their bytes. */
  storers: number;
  storage_bytes: number;
}

/** All that there is, each counted up to `most`; without it to the end. */
export async function countNow(db: Db, most: number | null): Promise<Counts> {
  const upTo = (rows: RawBuilder<unknown>) => sql`(select count(*) from (select 1 from ${rows} limit ${most}::bigint) as counted)`;
  const { rows } = await sql<Counts>`
    select ${upTo(sql`people_index`)} as people, ${upTo(sql`devices`)} as devices,
      ${upTo(sql`screens where live_process_id is not null and listed_id is not null`)} as online,
      ${upTo(sql`graphile_worker.jobs where task_identifier = ${videoJob.name} and (attempts < max_attempts or locked_at is not null)`)} as queued,
      stored.* from (select count(*) as storers, coalesce(sum(used_bytes), 0)::bigint as storage_bytes
        from (select used_bytes from storage_usage where used_bytes > 0 limit ${most}::bigint) as counted) as stored`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('Nothing was counted');
  return counts;
}

/** What was measured of the days since this one. */
export async function listDays(db: Db, from: Day): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select to_char(day, 'YYYY-MM-DD') as day, people, devices, storage_bytes, online, online_most, queued, queued_most, income_cents, measured_at
    from daily_figures where day >= ${from}::date order by day`.execute(db);
  return rows;
}

const startOf = (day: Day) => sql`(${day}::date)::timestamp at time zone 'UTC'`;
const dayIn = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;

interface OfDay {
  day: Day;
  sum: number;
}
const byDay = (rows: OfDay[]): Map<Day, number> => new Map(rows.map(({ day, sum }) => [day, sum]));

/** Cents of each day since this one that has any: what was paid, less what was refunded. */
export async function incomeSince(db: Db, from: Day): Promise<Map<Day, number>> {
  const { rows } = await sql<OfDay>`
    select day, sum(cents)::bigint as sum from (
      select ${dayIn(sql`paid_at`)} as day, total_cents as cents from orders where paid_at >= ${startOf(from)}
      union all
      select ${dayIn(sql`created_at`)}, -amount_cents from order_refunds where state = 'done' and created_at >= ${startOf(from)}) as moved
    group by day`.execute(db);
  return byDay(rows);
}

/** How many people came on each day since this one. */
export async function peopleSince(db: Db, from: Day): Promise<Map<Day, number>> {
  const { rows } = await sql<OfDay>`
    select ${dayIn(sql`created_at`)} as day, count(*) as sum from users where created_at >= ${startOf(from)} group by day`.execute(db);
  return byDay(rows);
}

export interface Troubles {
  videos: number;
  screens: number;
  payments: number;
  messages: number;
}

const DAY_MS = 86_400_000;
/** For how many days a device that is offline is news: from the first to the last. */
const GONE_FROM_DAYS = 1;
const GONE_UNTIL_DAYS = 30;

/** What went wrong lately or waits for somebody, each up to a bound. */
export async function countTroubles(db: Db, now: Date): Promise<Troubles> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const upTo = (rows: RawBuilder<unknown>) => sql`(select count(*) from (select 1 from ${rows} limit ${ATTENTION_MOST}) as counted)`;
  const { rows } = await sql<Troubles>`select
    ${upTo(sql`media where kind = 'video' and video_outcome(status) = 'failed' and id >= ${firstIdAt(ago(ATTENTION_DAYS).getTime())}::uuid`)} as videos,
    ${upTo(sql`screens where live_process_id is null and listed_id is not null
      and seen_at < ${ago(GONE_FROM_DAYS)}::timestamptz and seen_at >= ${ago(GONE_UNTIL_DAYS)}::timestamptz`)} as screens,
    ${upTo(sql`orders where payment_event = 'paymentfailed' and created_at >= ${startOf(dayOf(ago(ATTENTION_DAYS)))}`)} as payments,
    ${upTo(sql`contact_messages where answered_at is null`)} as messages`.execute(db);
  return rows[0] ?? { videos: 0, screens: 0, payments: 0, messages: 0 };
}
