import type { DevicePlays } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import { selectFamilyOwnerName } from '../devices/index.ts';
import { MEDIA_KEY } from '../media/index.ts';

const MEDIA_MAX = 100;

/**
 * Locks and returns the devices of these screens, by screen, so that none is deleted while its plays are counted. Screens without a device are left out. It
 * does not wait: screens of devices locked by others are returned as busy.
 */
export async function lockDevicesByScreen(tx: Tx, screenIds: string[]) {
  const of = (ids: string[]) => tx.selectFrom('devices').where('screen_id', '=', sql<string>`any(${toUuidArray(ids)})`);
  const held = await of(screenIds)
    .select(['id', 'screen_id as screenId', 'time_zone as timeZone', 'created_at as createdAt'])
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute();
  const devices = new Map(held.map((device) => [device.screenId, device]));
  const others = screenIds.filter((id) => !devices.has(id));
  const busy = others.length > 0 ? await of(others).select('screen_id as screenId').execute() : [];
  return { devices, busy: new Set(busy.map(({ screenId }) => screenId)) };
}

export const findTimeZoneAndLostPlays = (db: Db, deviceId: string) =>
  db
    .selectFrom('devices')
    .leftJoin('screen_plays', 'screen_plays.screen_id', 'devices.screen_id')
    .select(['devices.time_zone as timeZone', 'screen_plays.lost'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst();

interface DayRange {
  from: string;
  to: string;
}

const isInRange = (deviceId: string, { from, to }: DayRange) =>
  sql`device_plays.device_id = ${deviceId} and device_plays.day between ${from}::date and ${to}::date`;
const sums = sql`sum(device_plays.count)::bigint as count, sum(device_plays.shown_ms)::bigint as "shownMs"`;

export const listPlaysByDay = async (db: Db, deviceId: string, days: DayRange): Promise<DevicePlays['days']> =>
  (
    await sql<DevicePlays['days'][number]>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sums} from device_plays where ${isInRange(deviceId, days)} group by device_plays.day
      order by device_plays.day`.execute(db)
  ).rows;

type PlayedMedia = DevicePlays['media'][number];

/** Screens are not trusted: names are returned only for media that this account may see anyway. */
export const listPlaysByMedia = async (db: Db, viewerId: string, deviceId: string, days: DayRange): Promise<PlayedMedia[]> =>
  (
    await sql<PlayedMedia & { ownerName: string | null }>`
      select top.media_id as "mediaId", seen.name, seen.key as "thumbnailKey", private.name as "ownerName", top.count, top."shownMs"
      from (select media_id, ${sums} from device_plays where ${isInRange(deviceId, days)} group by media_id
        order by count desc, "shownMs" desc, media_id limit ${MEDIA_MAX}) as top
      left join lateral (select media.name, ${MEDIA_KEY} as key
        from media join albums on albums.id = media.album_id
        where media.id = top.media_id and ${canReadAlbum(sql`${viewerId}::uuid`)}) as seen on true
      left join lateral (select owner.name from media join albums on albums.id = media.album_id
        cross join lateral (${selectFamilyOwnerName(sql`${deviceId}::uuid`)}) as owner
        where media.id = top.media_id and seen.key is null) as private on true
      order by top.count desc, top."shownMs" desc, top.media_id`.execute(db)
  ).rows.map(({ ownerName, ...media }) => (ownerName === null ? media : { ...media, ownerName }));

export const listPlaysByPlaylist = async (db: Db, deviceId: string, days: DayRange): Promise<DevicePlays['playlists']> =>
  (
    await sql<DevicePlays['playlists'][number]>`
      select top.playlist_id as "playlistId", playlists.name, top.count, top."shownMs"
      from (select playlist_id, ${sums} from device_plays where ${isInRange(deviceId, days)} group by playlist_id) as top
      join devices on devices.id = ${deviceId}
      left join playlists on playlists.id = top.playlist_id
        and (playlists.user_id = devices.user_id or playlists.org_id = devices.org_id)
      order by top.count desc, top.playlist_id limit ${MEDIA_MAX}`.execute(db)
  ).rows;
