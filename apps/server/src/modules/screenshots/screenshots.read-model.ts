import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export const listScreenshots = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_screenshots')
    .select(['id', 'taken_at', 'is_capture', 'is_hourly', 'distance', 'width', 'height'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .execute();

export const findState = (db: Db, deviceId: string) =>
  db.selectFrom('screenshot_states').select(['is_hourly', 'requested_at']).where('device_id', '=', deviceId).executeTakeFirst();

export const findImage = async (db: Db, deviceId: string, id: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('device_screenshots').select('bytes').where('device_id', '=', deviceId).where('id', '=', id).executeTakeFirst())
    ?.bytes;

export interface ScreenshotDevice {
  id: string;
  screen_id: string;
  user_id: string;
  org_id: string | null;
  fit: string;
  is_online: boolean;
}

const selectDevice = sql`
  select devices.id, devices.screen_id, devices.user_id, devices.org_id, devices.fit, screens.live_process_id is not null as is_online
  from devices join screens on screens.id = devices.screen_id`;

export const findDevice = async (db: Db, id: string): Promise<ScreenshotDevice | undefined> =>
  (await sql<ScreenshotDevice>`${selectDevice} where devices.id = ${id}`.execute(db)).rows[0];

export const findDeviceOfScreen = async (db: Db, screenId: string): Promise<ScreenshotDevice | undefined> =>
  (await sql<ScreenshotDevice>`${selectDevice} where devices.screen_id = ${screenId}`.execute(db)).rows[0];

export interface ExpectedPhoto {
  thumbhash: Buffer;
  width: number;
  height: number;
}

/** Finds the small picture of a photo that is published on a device. Undefined for other media, for rotated photos and without one. */
export async function findExpectedPhoto(db: Db, deviceId: string, mediaId: string): Promise<ExpectedPhoto | undefined> {
  const { rows } = await sql<ExpectedPhoto>`
    select files.thumbhash, files.width, files.height from media join files on files.id = media.file_id
    where media.id = ${mediaId} and media.kind = 'image' and media.rotation = 0 and files.thumbhash is not null and files.width > 0 and files.height > 0
      and exists (
        select from publishes join playlist_albums on playlist_albums.playlist_id = publishes.playlist_id
        where publishes.device_id = ${deviceId} and playlist_albums.album_id = media.album_id)`.execute(db);
  return rows[0];
}
