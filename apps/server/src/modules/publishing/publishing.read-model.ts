import { DEVICE_LIMITS, type MediaValidity, type PrivateAlbum } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import { type ShownPlaylist, selectTagSettings } from '../devices/index.ts';
import { MEDIA_KEY } from '../media/index.ts';
import { selectAudience } from '../organisations/index.ts';
import { countRevokedAlbums } from '../playlists/index.ts';

/** Selects the names of the tags to which the playlist of the surrounding publish is published, and which its device has. */
const selectTagNames = sql`array(
  select device_tags.name from tagged_devices join tag_publishes using (tag_id) join device_tags on device_tags.id = tag_id
  where tagged_devices.device_id = publishes.device_id and tag_publishes.playlist_id = publishes.playlist_id order by device_tags.folded)`;

const selectPublishes = (db: Db) =>
  db
    .selectFrom('publishes')
    .innerJoin('playlists', 'playlists.id', 'publishes.playlist_id')
    .innerJoin('devices', 'devices.id', 'publishes.device_id')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select([
      'publishes.id',
      'publishes.playlist_id',
      'publishes.device_id',
      'publishes.is_main',
      'publishes.activated_at',
      'publishes.schedule',
      'publishes.windows',
      'publishes.priority',
      'publishes.created_at',
      'publishes.updated_at',
      'playlists.name as playlist_name',
      'devices.name as device_name',
      'devices.time_zone',
      'screens.device_code',
      sql<boolean>`screens.live_process_id is not null`.as('online'),
      sql<string[]>`case when publishes.is_from_tag then ${selectTagNames} else '{}'::text[] end`.as('from_tags'),
    ]);

type PublishWithoutCover = Awaited<ReturnType<ReturnType<typeof selectPublishes>['executeTakeFirstOrThrow']>>;

interface Cover {
  /** Key of the first media that the playlist's owner can see; null without one. */
  cover_key: string | null;
  /** False when the playlist has nothing to show, so that screens skip the publish. */
  is_playable: boolean;
  /** When the playlist has something to show; null is always. */
  periods: MediaValidity[] | null;
  revoked_albums: number;
}

export type PublishRow = PublishWithoutCover & Cover;

/** When a playlist has something to show. */
export type PlaylistAvailability = Pick<Cover, 'is_playable' | 'periods'>;

/** Adds when the playlist of each row has something to show. */
export async function addAvailability<T extends { playlist_id: string }>(db: Db, rows: T[]): Promise<(T & PlaylistAvailability)[]> {
  const coverOf = await listCovers(db, rows);
  return rows.map((row) => {
    const { is_playable, periods } = coverOf.get(row.playlist_id) ?? NO_COVER;
    return { ...row, is_playable, periods };
  });
}

const NO_COVER: Cover = { cover_key: null, is_playable: false, periods: null, revoked_albums: 0 };

async function addCovers(db: Db, rows: PublishWithoutCover[]): Promise<PublishRow[]> {
  const coverOf = await listCovers(db, rows);
  return rows.map((row) => ({ ...row, ...(coverOf.get(row.playlist_id) ?? NO_COVER) }));
}

/** Reads covers once per playlist, because thousands of devices often show the same one. */
async function listCovers(db: Db, rows: readonly { playlist_id: string }[]): Promise<Map<string, Cover>> {
  const playlistIds = [...new Set(rows.map((row) => row.playlist_id))];
  if (playlistIds.length === 0) return new Map();
  // `is_playable` is computed from the serialized contents of manifests, so that the console agrees with the screens.
  const covers = await sql<{ id: string } & Cover>`
    select playlists.id, cover.key as cover_key, coalesce(contents.items <> '[]', cover.key is not null) as is_playable, contents.periods, ${countRevokedAlbums} as revoked_albums
    from playlists
    left join playlist_contents contents on contents.playlist_id = playlists.id
    left join lateral (select ${MEDIA_KEY} as key from playlist_albums entry
      join albums on albums.id = entry.album_id join media on media.album_id = albums.id
      where entry.playlist_id = playlists.id and entry.zone = 'main' and media.status in (5, 6) and ${canReadAlbum(sql.ref('playlists.user_id'))}
      order by entry.sequence, media.sequence, media.id limit 1) cover on true
    where playlists.id = any(${playlistIds}::uuid[])`.execute(db);
  return new Map(covers.rows.map(({ id, ...cover }): [string, Cover] => [id, cover]));
}

export interface PublishQuery {
  playlistId?: string;
  deviceId?: string;
  page: number;
  dataPerPage: number;
}

/** Lists the publishes of one playlist or device, which the caller has authorized, or of all devices of this account. */
export const listPublishes = async (
  db: Db,
  userId: string,
  { playlistId, deviceId, page, dataPerPage }: PublishQuery,
): Promise<PublishRow[]> => {
  const rows = await selectPublishes(db)
    .$if(playlistId === undefined && deviceId === undefined, (query) => query.where('devices.user_id', '=', userId))
    .$if(playlistId !== undefined, (query) => query.where('publishes.playlist_id', '=', playlistId ?? ''))
    .$if(deviceId !== undefined, (query) => query.where('publishes.device_id', '=', deviceId ?? ''))
    .orderBy('publishes.updated_at', 'desc')
    .orderBy('publishes.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();
  return addCovers(db, rows);
};

export const findPublishes = async (db: Db, ids: string[]): Promise<PublishRow[]> =>
  addCovers(db, await selectPublishes(db).where('publishes.id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('publishes.id').execute());

/** Lists all publishes on these devices, which together determine what each device shows. */
export const listPublishesByDevices = async (db: Db, deviceIds: string[]): Promise<PublishRow[]> =>
  addCovers(
    db,
    await selectPublishes(db).where('publishes.device_id', '=', sql<string>`any(${deviceIds}::uuid[])`).orderBy('publishes.id').execute(),
  );

/** Lists time zones and reported storage quotas of devices. The quota is null when the screen reported none or 0. */
export const listDeviceStorage = (db: Db, deviceIds: string[]) =>
  db
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select([
      'devices.id',
      'devices.time_zone',
      sql<number | null>`nullif((screens.report->'health'->>'storageQuotaBytes')::double precision, 0)`.as('quota_bytes'),
    ])
    .where('devices.id', 'in', deviceIds)
    .orderBy('devices.id')
    .execute();

/**
 * Lists the given devices that exist by name, with their reported storage quota and whether their screens reported all files of their newest manifest. Reports in
 * the memory of a process may be newer.
 */
export async function listDeviceDownloads(db: Db, deviceIds: string[]) {
  const { rows } = await sql<{ id: string; name: string; time_zone: string; quota_bytes: number | null; is_complete: boolean }>`
    select devices.id, devices.name, devices.time_zone,
      nullif((screens.report->'health'->>'storageQuotaBytes')::double precision, 0) as quota_bytes,
      coalesce((screens.report->>'revision')::integer >= screens.revision
        and (screens.report->>'downloaded')::integer >= (screens.report->>'total')::integer, false) as is_complete
    from devices join screens on screens.id = devices.screen_id
    where devices.id = any(${toUuidArray(deviceIds)}) order by devices.name, devices.id`.execute(db);
  return rows;
}

/** Lists the time zones and operating hours of the given devices that exist. */
export const listDeviceTimeZones = (db: Db, deviceIds: string[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'time_zone', 'operating_hours', 'brightness', selectTagSettings.as('tag_settings')])
    .where('id', '=', sql<string>`any(${toUuidArray(deviceIds)})`)
    .orderBy('id')
    .execute();

export const findPlaylistName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('playlists').select('name').where('id', '=', id).executeTakeFirst())?.name;

/** Lists the devices on which one of these playlists is published. */
export const listDevicesWithPlaylists = async (db: Db, playlistIds: string[]): Promise<string[]> => {
  // One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(distinct device_id::text, ',') as ids from publishes where playlist_id = any(${toUuidArray(playlistIds)})`.execute(
    db,
  );
  return rows[0]?.ids?.split(',') ?? [];
};

/** Lists published playlists that contain the album. */
export const listPublishedPlaylistsWithAlbum = async (db: Db, albumId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('playlist_albums')
    .select('playlist_id')
    .where('album_id', '=', albumId)
    .where((where) =>
      where.exists(
        where.selectFrom('publishes').select('publishes.id').whereRef('publishes.playlist_id', '=', 'playlist_albums.playlist_id'),
      ),
    )
    .execute();
  return rows.map((row) => row.playlist_id);
};

/** Lists the given devices that show an activated publish. */
export const listActiveDevices = async (db: Db, deviceIds: string[]): Promise<Set<string>> => {
  // One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(distinct device_id::text, ',') as ids from publishes
    where device_id = any(${toUuidArray(deviceIds)}) and activated_at is not null`.execute(db);
  return new Set(rows[0]?.ids?.split(','));
};

/**
 * Returns playlists published on these devices, in the given order; null for others. Screens of older versions send the id of the publish, newer ones that of the
 * playlist.
 */
export const listShownPlaylists = async (
  db: Db,
  asked: { deviceId: string; publishId: string | null }[],
): Promise<(ShownPlaylist | null)[]> => {
  const [deviceIds, ids] = [asked.map(({ deviceId }) => deviceId), asked.map(({ publishId }) => publishId)];
  const { rows } = await sql<{ name: string | null; synchronized: boolean | null }>`
    select shown.name, shown.synchronized
    from unnest(${deviceIds}::uuid[], ${ids}::uuid[]) with ordinality as asked (device_id, id, place)
    left join lateral (select playlists.name, playlists.synchronized from publishes join playlists on playlists.id = publishes.playlist_id
      where publishes.device_id = asked.device_id and asked.id in (publishes.playlist_id, publishes.id) limit 1) as shown on true
    order by place`.execute(db);
  return rows.map(({ name, synchronized }) => (name === null ? null : { name, synchronized: synchronized ?? false }));
};

/** Returns the names of the owners of those playlists that this account cannot open. */
export async function listPrivatePlaylistOwners(db: Db, userId: string, playlistIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.user_id')
    .select(['playlists.id', 'users.name'])
    .where('playlists.id', '=', sql<string>`any(${toUuidArray(playlistIds)})`)
    .where(sql<boolean>`not (${userId} = any(${selectAudience('playlists')}))`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Lists albums of the account that at least one member of the family cannot see, by name, if they are published on one of these devices of the family. Without
 * the default album, which cannot be shared.
 */
export async function listPrivateAlbumsOnDevices(
  db: Db,
  { userId, orgId, deviceIds }: { userId: string; orgId: string; deviceIds: string[] },
): Promise<PrivateAlbum[]> {
  const { rows } = await sql<PrivateAlbum>`
    select albums.id as _id, albums.name
    from albums
    where albums.created_by = ${userId} and albums.org_id is null and albums.album_type <> 'default' and albums.deleted_at is null
      and albums.id in (select entry.album_id from publishes join devices on devices.id = publishes.device_id
        join playlist_albums entry on entry.playlist_id = publishes.playlist_id
        where publishes.device_id = any(${toUuidArray(deviceIds)}) and devices.org_id = ${orgId})
      and exists (select from organisation_members member
        where member.org_id = ${orgId} and not ${canReadAlbum(sql.ref('member.user_id'))})
    order by lower(albums.name), albums.id limit ${DEVICE_LIMITS.privateAlbumsPerCall}`.execute(db);
  return rows;
}

/** Counts the albums in the main zone of each playlist. */
export const countAlbumsByPlaylist = async (db: Db, playlistIds: string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; count: number }>`
    select playlist_id as id, count(*) as count from playlist_albums where playlist_id = any(${toUuidArray(playlistIds)}) and zone = 'main' group by playlist_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
};
