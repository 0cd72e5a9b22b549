import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { SUMMED_SCREENS } from './report-scopes.read-model.ts';

/** A day whose plays have to be summed. */
export interface DueSum {
  scopeId: string;
  isTag: boolean;
  day: string;
}

/**
 * Sums of a day are repeated hourly until two days after its start in UTC. The day has ended in all time zones then, and screens that were offline
 * for a short time have reported.
 */
const IS_OUTDATED = sql`(summed_at < now() - interval '1 hour' and summed_at < (days.day + 2)::timestamptz)`;

/** Lists days of accounts, families and tags with many screens that have no sums or outdated ones, newest first. */
export async function listDueSums(db: Db, { days, limit }: { days: number; limit: number }): Promise<DueSum[]> {
  const { rows } = await sql<DueSum>`
    with owners as (select coalesce(org_id, user_id) as id from devices group by 1 having count(*) > ${sql.lit(SUMMED_SCREENS)}),
    scopes as (
      select id, false as is_tag from owners
      union all select device_tags.id, true from device_tags join owners on owners.id = coalesce(device_tags.org_id, device_tags.user_id)),
    days as (select (current_date + 1 - n)::date as day from generate_series(0, ${days}::int) as n)
    select scopes.id as "scopeId", scopes.is_tag as "isTag", to_char(days.day, 'YYYY-MM-DD') as day
    from scopes cross join days left join play_sum_days on play_sum_days.scope_id = scopes.id and play_sum_days.day = days.day
    where play_sum_days.summed_at is null or ${IS_OUTDATED}
    order by days.day desc, scopes.id limit ${limit}`.execute(db);
  return rows;
}

/** Locks the sums of a day until the transaction ends. Returns false when another process computes them. */
export async function lockSum(tx: Tx, { scopeId, day }: DueSum): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`play sums ${scopeId} ${day}`}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

const COLUMNS = Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => [`p${hour}`, `s${hour}`]);
const columnNames = sql.raw(COLUMNS.join(', '));
const columnSums = sql.raw(COLUMNS.map((name) => `sum(device_plays.${name})::int`).join(', '));

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Replaces the sums of a day, for accounts and families with those of each device. */
export async function replaceSums(tx: Tx, { scopeId, isTag, day }: DueSum, at: Date): Promise<void> {
  const devices = isTag
    ? sql`select device_id from tagged_devices where tag_id = ${scopeId}::uuid`
    : sql`select id from devices where org_id = ${scopeId}::uuid or (user_id = ${scopeId}::uuid and org_id is null)`;
  await sql`delete from play_sums where scope_id = ${scopeId}::uuid and day = ${day}::date`.execute(tx);
  await sql`
    insert into play_sums (scope_id, day, playlist_id, media_id, zone, count, shown_ms, ${columnNames})
    select ${scopeId}::uuid, ${day}::date, playlist_id, media_id, zone, sum(count), sum(shown_ms), ${columnSums}
    from device_plays where day = ${day}::date and device_id in (${devices}) group by playlist_id, media_id, zone`.execute(tx);
  if (!isTag) {
    await sql`delete from play_sums where day = ${day}::date and scope_id in (${devices})`.execute(tx);
    await sql`
      insert into play_sums (scope_id, day, playlist_id, media_id, zone, count, shown_ms, ${columnNames})
      select device_id, ${day}::date, ${NO_ID}::uuid, ${NO_ID}::uuid, zone, sum(count), sum(shown_ms), ${columnSums}
      from device_plays where day = ${day}::date and device_id in (${devices}) group by device_id, zone`.execute(tx);
  }
  await sql`
    insert into play_sum_days (scope_id, day, summed_at) values (${scopeId}::uuid, ${day}::date, ${at}::timestamptz)
    on conflict (scope_id, day) do update set summed_at = excluded.summed_at`.execute(tx);
}

/** Marks days of devices as not summed, in all scopes that the devices belong to. */
export const forgetSums = (tx: Tx, days: readonly { deviceId: string; day: string }[]) =>
  sql`
    delete from play_sum_days using (
      select distinct scope.id, late.day
      from unnest(${toUuidArray(days.map(({ deviceId }) => deviceId))}, ${days.map(({ day }) => day)}::date[]) as late (device_id, day)
      join devices on devices.id = late.device_id
      cross join lateral (select coalesce(devices.org_id, devices.user_id) as id
        union all select tag_id from tagged_devices where device_id = devices.id) as scope) as forgotten
    where play_sum_days.scope_id = forgotten.id and play_sum_days.day = forgotten.day`.execute(tx);

const isOrphaned = sql`not exists (select from users where id = scope_id union all select from organisations where id = scope_id
  union all select from device_tags where id = scope_id)`;

/** Deletes sums of days that are too old, and those of accounts, families, tags and devices that no longer exist. */
export async function deleteOldSums(tx: Tx, days: number): Promise<void> {
  await sql`delete from play_sums where day < current_date - ${days}::int`.execute(tx);
  await sql`delete from play_sums where scope_id in (select distinct scope_id from play_sum_days where ${isOrphaned})`.execute(tx);
  await sql`delete from play_sums where playlist_id = ${NO_ID}::uuid and not exists (select from devices where id = scope_id)`.execute(tx);
  await sql`delete from play_sum_days where day < current_date - ${days}::int or ${isOrphaned}`.execute(tx);
}
