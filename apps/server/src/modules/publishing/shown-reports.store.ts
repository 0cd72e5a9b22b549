import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';

/** Records which playlists screens began to show, in one row. Screens are not trusted: reports of playlists that their devices do not have are skipped. */
export async function insertShownReports(tx: Tx, at: Date, shown: readonly { screenId: string; publishId: string }[]): Promise<void> {
  await sql`
    insert into shown_reports (at, device_ids, playlist_ids)
    select ${at}::timestamptz, array_agg(devices.id order by devices.id), array_agg(publishes.playlist_id order by devices.id)
    from unnest(${toUuidArray(shown.map(({ screenId }) => screenId))}, ${shown.map(({ publishId }) => publishId)}::text[]) as shown (screen_id, publish_id)
    -- The limits make PostgreSQL look up each row by its index instead of reading all devices and publishes.
    cross join lateral (select id from devices where screen_id = shown.screen_id limit 1) as devices
    cross join lateral (
      select playlist_id from publishes
      -- Screens of earlier versions report the id of the publish.
      where device_id = devices.id and shown.publish_id in (publishes.playlist_id::text, publishes.id::text) limit 1) as publishes
    having count(*) > 0`.execute(tx);
}

interface ShownReport {
  at: Date;
  playlist_id: string;
}

/** Returns what a screen reported last that it had begun to show, at an instant. */
export async function findLastShownReport(db: Db, deviceId: string, at: Date): Promise<ShownReport | undefined> {
  const { rows } = await sql<ShownReport>`
    select at, playlist_ids[array_position(device_ids, ${deviceId}::uuid)] as playlist_id from shown_reports
    where device_ids @> array[${deviceId}::uuid] and at <= ${at}::timestamptz order by id desc limit 1`.execute(db);
  return rows[0];
}

export const deleteShownReportsBefore = (tx: Tx, before: Date) =>
  sql`delete from shown_reports where at < ${before}::timestamptz`.execute(tx);
