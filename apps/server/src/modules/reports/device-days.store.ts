import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';

/** Lists the time zones of devices. */
export const listTimeZones = async (db: Db): Promise<string[]> =>
  (await sql<{ zone: string }>`select distinct time_zone as zone from devices`.execute(db)).rows.map(({ zone }) => zone);

export interface ScreenDownloads {
  screenId: string;
  files: number;
  bytes: number;
}

/** Adds downloads to the current day of each screen. Skips screens that are no devices. */
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
