import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { type OperationRow, selectOperation } from '../devices/index.ts';

/** Interval at which the connections of screens are sampled. */
export const SAMPLE_INTERVAL_MS = 5 * 60_000;

/** Most samples of a day: one of 25 hours has 300. */
const MAX_SAMPLES = 400;
/** A screen that was offline for longer is not sampled, so that forgotten screens are not written forever. */
const SAMPLED_DAYS = 31;

export const listTimeZones = async (db: Db): Promise<string[]> =>
  (await sql<{ zone: string }>`select distinct time_zone as zone from devices`.execute(db)).rows.map(({ zone }) => zone);

/** Lists the devices with operating hours. */
export async function listDevicesWithHours(db: Db): Promise<(OperationRow & { id: string; time_zone: string })[]> {
  const { rows } = await sql<OperationRow & { id: string; time_zone: string }>`
    select devices.id, devices.time_zone, ${selectOperation} from devices
    where devices.operating_hours is not null or exists (
      select from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
      where tagged_devices.device_id = devices.id and device_tags.operating_hours is not null)`.execute(db);
  return rows;
}

interface Sample {
  /** Local date of each time zone. */
  dates: readonly { zone: string; day: string }[];
  /** Devices outside their operating hours. */
  offIds: readonly string[];
  after: string | null;
  limit: number;
}

/** Records which of the next devices are connected. Returns the id of the last one; null when there are no more. */
export async function insertSamples(tx: Tx, { dates, offIds, after, limit }: Sample): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; count: number }>`
    with sampled as (
      select devices.id, dates.day, (screens.live_process_id is not null)::int as online from devices
      join screens on screens.id = devices.screen_id
      join unnest(${dates.map(({ zone }) => zone)}::text[], ${dates.map(({ day }) => day)}::date[]) as dates (zone, day) on dates.zone = devices.time_zone
      where ${after === null ? sql`true` : sql`devices.id > ${after}::uuid`}
        and (screens.live_process_id is not null or screens.seen_at > now() - make_interval(days => ${sql.lit(SAMPLED_DAYS)}))
      order by devices.id limit ${limit}),
    written as (
      insert into device_days (device_id, day, expected, online)
      select id, day, 1, online from sampled where id <> all(${toUuidArray([...offIds])}) order by id
      on conflict (device_id, day) do update set expected = device_days.expected + 1, online = device_days.online + excluded.online
        where device_days.expected < ${sql.lit(MAX_SAMPLES)})
    select max(id::text) as last, count(*)::int as count from sampled`.execute(tx);
  const [row] = rows;
  return row && row.count === limit ? row.last : null;
}

export interface ScreenDownloads {
  screenId: string;
  files: number;
  bytes: number;
}

/** Adds what screens downloaded to their current day. Screens that are no devices are left out. */
export const addDownloads = (tx: Tx, downloads: readonly ScreenDownloads[], dates: readonly { zone: string; day: string }[]) =>
  sql`
    insert into device_days (device_id, day, downloads, download_bytes)
    select devices.id, dates.day, given.files, given.bytes
    from unnest(${toUuidArray(downloads.map(({ screenId }) => screenId))}, ${downloads.map(({ files }) => files)}::int[],
      ${downloads.map(({ bytes }) => bytes)}::bigint[]) as given (screen_id, files, bytes)
    join devices on devices.screen_id = given.screen_id
    join unnest(${dates.map(({ zone }) => zone)}::text[], ${dates.map(({ day }) => day)}::date[]) as dates (zone, day) on dates.zone = devices.time_zone
    order by devices.id
    on conflict (device_id, day) do update set downloads = least(device_days.downloads::bigint + excluded.downloads, 2147483647)::int,
      download_bytes = device_days.download_bytes + excluded.download_bytes`.execute(tx);

export const deleteDeviceDaysBefore = (tx: Tx, days: number) =>
  sql`delete from device_days where day < current_date - ${days}::int`.execute(tx);

/** Claims a run of a task. Returns false when another process has claimed this or a later one. The claim lasts only if the transaction commits. */
export async function claimRun(tx: Tx, name: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into report_runs (name, ran_at) values (${name}, ${at}::timestamptz)
    on conflict (name) do update set ran_at = excluded.ran_at where report_runs.ran_at < excluded.ran_at returning name`.execute(tx);
  return rows.length > 0;
}
