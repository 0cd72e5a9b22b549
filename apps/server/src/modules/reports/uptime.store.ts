import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Uptime } from './uptime.rules.ts';

/** Interval at which the connections of screens are sampled. */
export const SAMPLE_INTERVAL_MS = 5 * 60_000;

/** Prefix of the runs that record until when the days of a time zone are stored. */
const RUN_PREFIX = 'uptime ';

/** Makes PostgreSQL plan each statement of the transaction for the current size of the tables, which grow quickly from empty. */
export const forceCustomPlans = (tx: Tx) => sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);

/**
 * Samples the connections of all screens, unless another process has done so. Stores the time, and the screens whose connection differs from the previous
 * sample: nothing for screens that stay as they are.
 */
export const insertSample = (tx: Tx, at: Date) =>
  // Aggregate the changes, so that all are found before the first one is inserted. Otherwise, the scan could read rows that the same statement inserted.
  sql`
    with claimed as (
      insert into uptime_samples (sampled_at) values (${at}::timestamptz) on conflict do nothing returning sampled_at),
    changed as (
      select array_agg(current.id order by current.id) as ids, array_agg(current.is_online order by current.id) as states
      from (select devices.id, screens.live_process_id is not null as is_online from devices join screens on screens.id = devices.screen_id) as current
      left join lateral (
        select is_online from uptime_changes where device_id = current.id order by sampled_at desc limit 1) as last on true
      where exists (select from claimed) and last.is_online is distinct from current.is_online)
    insert into uptime_changes (device_id, sampled_at, is_online)
    select id, ${at}::timestamptz, is_online from changed cross join unnest(ids, states) as change (id, is_online)
    on conflict do nothing`.execute(tx);

/** Lists the times of the samples from an instant on, in milliseconds. */
export async function listSamples(db: Db, from: Date): Promise<number[]> {
  const { rows } = await sql<{ sampled_at: Date }>`
    select sampled_at from uptime_samples where sampled_at >= ${from}::timestamptz order by sampled_at`.execute(db);
  return rows.map(({ sampled_at }) => sampled_at.getTime());
}

/** Lists the time zones of devices with the last day whose uptime is stored; null for one that has none. */
export async function listStoredDays(db: Db): Promise<{ zone: string; storedUntil: string | null }[]> {
  const { rows } = await sql<{ zone: string; storedUntil: string | null }>`
    select zones.time_zone as zone, to_char(report_runs.ran_at at time zone 'UTC', 'YYYY-MM-DD') as "storedUntil"
    from (select distinct time_zone from devices) as zones
    left join report_runs on report_runs.name = ${RUN_PREFIX} || zones.time_zone`.execute(db);
  return rows;
}

/** Returns the last day of a time zone whose uptime is stored. */
export async function findStoredDay(tx: Tx, zone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select to_char(ran_at at time zone 'UTC', 'YYYY-MM-DD') as day from report_runs where name = ${RUN_PREFIX + zone}`.execute(tx);
  return rows[0]?.day ?? null;
}

/** Locks the days of a time zone until the transaction ends. Returns false while another process stores them. */
export async function lockDays(tx: Tx, zone: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${RUN_PREFIX + zone}, 0)) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

export const markDaysStored = (tx: Tx, zone: string, day: string) =>
  sql`insert into report_runs (name, ran_at) values (${RUN_PREFIX + zone}, ${day}::date::timestamp at time zone 'UTC')
    on conflict (name) do update set ran_at = excluded.ran_at`.execute(tx);

export interface DeviceUptime extends Uptime {
  id: string;
  day: string;
}

/** Stores the uptime of screens on days that have ended. Storing a day again has the same result. */
export const upsertDeviceDays = (tx: Tx, rows: readonly DeviceUptime[]) =>
  sql`
    insert into device_days (device_id, day, expected, online)
    select devices.id, given.day, given.expected, given.online
    from unnest(${toUuidArray(rows.map(({ id }) => id))}, ${rows.map(({ day }) => day)}::date[], ${rows.map(({ expected }) => expected)}::smallint[],
      ${rows.map(({ online }) => online)}::smallint[]) as given (id, day, expected, online)
    join devices on devices.id = given.id order by devices.id, given.day
    on conflict (device_id, day) do update set expected = excluded.expected, online = excluded.online`.execute(tx);

/** Deletes the changes of a time zone before an instant, except the last one of each screen. */
export const deleteChangesBefore = (tx: Tx, zone: string, before: Date) =>
  sql`
    delete from uptime_changes using devices
    where devices.id = uptime_changes.device_id and devices.time_zone = ${zone} and uptime_changes.sampled_at < ${before}::timestamptz
      and exists (
        select from uptime_changes later where later.device_id = uptime_changes.device_id and later.sampled_at > uptime_changes.sampled_at
          and later.sampled_at <= ${before}::timestamptz)`.execute(tx);

export const deleteSamplesBefore = (tx: Tx, before: Date) => tx.deleteFrom('uptime_samples').where('sampled_at', '<', before).execute();
