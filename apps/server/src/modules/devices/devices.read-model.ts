import type { BrightnessPlan, DeviceTag, OperatingHours } from '@vitrine/contract';
import { getMediaId } from '@vitrine/playback';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { canReadAlbum } from '../albums/index.ts';
import { MEDIA_KEY } from '../media/index.ts';
import { isOwnedBy, type OwnerScope, selectAudience } from '../organisations/index.ts';
import type { CommandRow } from './commands/device-commands.store.ts';
import { selectTagSettings } from './device-operation.read-model.ts';
import { deployments, type ShownPlaylist } from './devices.events.ts';

const selectDevices = (db: Db) =>
  db
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select([
      'devices.id',
      'devices.screen_id',
      'devices.name',
      'devices.time_zone',
      'devices.user_id',
      'devices.org_id',
      'screens.live_process_id',
      'devices.show_info',
      'devices.fit',
      'devices.rotation',
      'devices.volume',
      'devices.operating_hours',
      'devices.brightness',
      selectTagSettings.as('tag_settings'),
      'screens.report',
      'screens.reported_at',
      'screens.seen_at',
      'devices.created_at',
      'devices.updated_at',
      'screens.device_code',
      'screens.version_code',
      'screens.revision',
      'screens.address',
      sql<string[]>`array(select device_tags.name from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
        where tagged_devices.device_id = devices.id order by device_tags.folded)`.as('tags'),
      sql<CommandRow | null>`(select to_jsonb(last) from (select id, command, state, reason, created_at, updated_at from device_commands
        where device_commands.device_id = devices.id order by id desc limit 1) as last)`.as('last_command'),
    ]);

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirstOrThrow']>>;

/** Lists devices in the given order, without those that no longer exist. */
export const listDevices = async (db: Db, ids: string[]): Promise<DeviceRow[]> => {
  const rows = await selectDevices(db).where('devices.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

export const listDevicesUnordered = (db: Db, ids: string[]) =>
  selectDevices(db).where('devices.id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('devices.name').orderBy('devices.id').execute();

export const findDevice = (db: Db, id: string) => selectDevices(db).where('devices.id', '=', id).executeTakeFirst();

/** Returns the recipients of a change to a device; none when it no longer exists. */
export const findDeviceAudience = async (db: Db, id: string): Promise<string[]> =>
  (await db.selectFrom('devices').select(selectAudience('devices').as('audience')).where('id', '=', id).executeTakeFirst())?.audience ?? [];

/** A screen's report is not trusted: only a valid id is looked up, by its index. */
const parseIdOrNull = (id: string | null) => z.uuid().nullable().catch(null).parse(id);

/** Content of a screen: the playlist, and the file of the media. */
export interface ShownItem extends ShownPicture {
  playlist: ShownPlaylist | null;
}

interface ShownPicture {
  /** Null when the viewer cannot see the media. */
  fileId: string | null;
  /** Name of the family member who keeps the media private from the viewer; null otherwise. */
  ownerName: string | null;
}

/** Returns the playlist and the file of the media that screens report, in the given order, as far as the viewer may see them. */
export async function listShownItems(
  db: Db,
  port: Ports['port'],
  viewerId: string,
  reported: { deviceId: string; publishId: string | null; mediaId: string | null }[],
): Promise<ShownItem[]> {
  const [playlists, pictures] = await Promise.all([
    port(deployments).listShownPlaylists(
      db,
      reported.map(({ deviceId, publishId }) => ({ deviceId, publishId: parseIdOrNull(publishId) })),
    ),
    listPictures(
      db,
      viewerId,
      reported.map(({ deviceId, mediaId }) => ({ deviceId, mediaId: parseIdOrNull(mediaId && getMediaId(mediaId)) })),
    ),
  ]);
  return reported.map((_item, place) => ({ fileId: null, ownerName: null, ...pictures[place], playlist: playlists[place] ?? null }));
}

/** Screens are not trusted: an owner is named only when they are a member of the device's family. */
async function listPictures(db: Db, viewerId: string, reported: { deviceId: string; mediaId: string | null }[]): Promise<ShownPicture[]> {
  const [deviceIds, mediaIds] = [reported.map(({ deviceId }) => deviceId), reported.map(({ mediaId }) => mediaId)];
  const { rows } = await sql<ShownPicture>`
    select case when access.is_readable then ${MEDIA_KEY} end as "fileId",
      case when not access.is_readable then (${selectFamilyOwnerName(sql.ref('reported.device_id'))}) end as "ownerName"
    from unnest(${deviceIds}::uuid[], ${mediaIds}::uuid[]) with ordinality as reported (device_id, media_id, place)
    left join media on media.id = reported.media_id left join albums on albums.id = media.album_id
    cross join lateral (select ${canReadAlbum(sql`${viewerId}::uuid`)} as is_readable) as access order by reported.place`.execute(db);
  return rows;
}

/** Selects the name of the owner of the surrounding query's `albums`, if they are a member of the family of this device. */
export const selectFamilyOwnerName = (deviceId: RawBuilder<unknown>) => sql<string>`
  select users.name from devices as family_device join organisation_members as member on member.org_id = family_device.org_id
  join users on users.id = member.user_id
  where family_device.id = ${deviceId} and member.user_id = albums.created_by and albums.deleted_at is null`;

/** Returns the owners of these devices. */
export const listDeviceOwners = (db: Db, ids: string[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'user_id', 'org_id'])
    .where('id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .orderBy('id')
    .execute();

/** Counts devices against their owner's plan. */
export const countOwnedDevices = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('devices').select(sql<number>`count(*)`.as('count')).where('user_id', '=', ownerId).executeTakeFirstOrThrow()).count;

export async function listDevicesExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', name, 'timeZone', time_zone, 'tags', array(
      select device_tags.name from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
      where tagged_devices.device_id = devices.id order by device_tags.folded), 'createdAt', created_at)), '[]') as devices
    from devices where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}

/** Counts an organisation's devices of all members. */
export const countOrganisationDevices = async (db: Db, orgId: string): Promise<number> => {
  const count = db.selectFrom('devices').select(sql<number>`count(*)`.as('count')).where('org_id', '=', orgId);
  return (await count.executeTakeFirstOrThrow()).count;
};

interface TagSettingsColumns {
  operatingHours: OperatingHours | null;
  brightness: BrightnessPlan | null;
}

/** Lists tags by name. */
export async function listTags(db: Db, whose: OwnerScope): Promise<DeviceTag[]> {
  const { rows } = await sql<Omit<DeviceTag, 'operatingHours' | 'brightness'> & TagSettingsColumns>`
    select id as _id, name, org_id as "orgId", (select count(*) from tagged_devices where tag_id = device_tags.id) as devices,
      operating_hours as "operatingHours", brightness
    from device_tags where ${isOwnedBy('device_tags', whose)} order by folded, id`.execute(db);
  return rows.map(({ operatingHours, brightness, ...tag }) => ({
    ...tag,
    ...(operatingHours && { operatingHours }),
    ...(brightness && { brightness }),
  }));
}

/** Finds the recipients of a change to a tag, and one of its devices. */
export async function findTagAudience(db: Db, id: string): Promise<{ id: string; audience: string[] } | undefined> {
  const { rows } = await sql<{ id: string; audience: string[] }>`
    select device_tags.id, ${selectAudience('device_tags')} as audience from device_tags where id = ${id}`.execute(db);
  return rows[0];
}
