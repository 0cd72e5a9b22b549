import { type LayoutPreset, type LayoutZone, LIMITS, type SortOrder } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';
import { canReadAlbum } from '../albums/index.ts';
import { PICTURE_KEY, PICTURE_THUMBHASH } from '../media/index.ts';
import { type OwnerScope, selectAudience } from '../organisations/index.ts';

export interface CoverRow {
  key: string;
  rotation: number;
  thumbhash: string | null;
}

export interface PlaylistEntry {
  album_id: string;
  zone: LayoutZone;
  album_name: string;
  cover: CoverRow | null;
  /** True when the viewer cannot see the pictures of the album. */
  is_private: boolean;
  duration_s: number;
  sequence: number;
  item_count: number;
  size_bytes: number;
  duration_ms: number;
}

export interface PlaylistRow {
  id: string;
  name: string;
  caption: string;
  user_id: string;
  owner_name: string;
  org_id: string | null;
  cover: CoverRow | null;
  created_at: Date;
  updated_at: Date;
  layout: { preset: LayoutPreset; divider: number } | null;
  synchronized: boolean;
  /** Albums of all zones. */
  entries: PlaylistEntry[];
  /** Number of its albums that exist but are no longer visible to its owner. */
  revoked_albums: number;
}

export interface PlaylistListQuery {
  sort?: SortOrder;
  page: number;
  dataPerPage: number;
  after?: string;
}

const columns = sql`playlists.id, playlists.name, playlists.caption, playlists.user_id, playlists.org_id, playlists.thumbnail_file_id,
  playlists.thumbnail_rotation, playlists.layout, playlists.synchronized, playlists.created_at, playlists.updated_at`;

const selectCoverJson = (fileId: string, rotation: string, thumbhash: string) =>
  sql`json_build_object('key', ${sql.ref(fileId)}, 'rotation', ${sql.ref(rotation)}, 'thumbhash', encode(${sql.ref(thumbhash)}, 'base64'))`;

/** For the rows `playlists` and `albums`: whether the person who reads the playlist sees the pictures of the album. Its owner sees those of each album listed. */
const canViewAlbum = (viewerId: string | null) =>
  viewerId === null ? sql`true` : sql`(playlists.user_id = ${viewerId}::uuid or ${canReadAlbum(sql`${viewerId}::uuid`)})`;

/** Selects the chosen cover while it is in an album that owner and viewer can see, or belongs to an account of the playlist and is not in the bin. */
const selectChosenCover = (viewerId: string | null) => sql`
  select ${selectCoverJson('chosen.id', 'playlists.thumbnail_rotation', 'chosen.thumbhash')} as json from files chosen
  where chosen.id = playlists.thumbnail_file_id and (
    exists (select from media join albums on albums.id = media.album_id
      where media.file_id = chosen.id and ${canReadAlbum(sql.ref('playlists.user_id'))} and ${canViewAlbum(viewerId)})
    or (chosen.owner_id = any(${selectAudience('playlists')}) and not exists (select from binned_media where binned_media.file_id = chosen.id)))`;

const selectFirstPageJson = sql`json_build_object('key', ${PICTURE_KEY}, 'rotation', media.rotation, 'thumbhash', encode(${PICTURE_THUMBHASH}, 'base64'))`;

/** Selects the cover of an album: the chosen one or its first picture. */
const albumCover = sql`
  (select ${selectCoverJson('chosen.id', 'albums.thumbnail_rotation', 'chosen.thumbhash')} as json from files chosen
    where chosen.id = albums.thumbnail_file_id)
  union all
  (select ${selectFirstPageJson} from media join files on files.id = media.file_id
    where albums.thumbnail_file_id is null and media.album_id = albums.id and media.status <> 9 order by media.sequence, media.id limit 1)`;

/** Number of items of an album that stay for its duration: photos, pages of documents and widgets. */
const stillCount = sql`(albums.image_count + albums.pages + albums.other_count - albums.document_count)`;
/** Sums the stills of an album that have their own duration. A document counts with each of its pages that are shown, and not before they are known. */
const ownDurations = sql`
  select sum(parts.count) as count, sum(parts.count * media.duration_ms) as ms from media join files on files.id = media.file_id
  cross join lateral (select case when media.kind = 'document' then coalesce(cardinality(media.page_order), files.page_count, 0) else 1 end as count) parts
  where media.album_id = albums.id and media.duration_ms is not null`;
/** Duration of an album: of the items without an own duration, the own durations of the others, and the lengths of its videos. */
const durationMs = sql`(${stillCount} - coalesce(albums.own_count, 0)) * coalesce(nullif(entry.duration_s, 0), ${LIMITS.imageDurationS}::integer) * 1000::bigint
  + coalesce(albums.own_ms, 0) + albums.videos_ms`;

/** For the row `playlists`: number of albums whose share was revoked. Albums in the bin do not count. */
export const countRevokedAlbums = sql<number>`(select count(*)::integer from playlist_albums entry join albums on albums.id = entry.album_id
  where entry.playlist_id = playlists.id and albums.deleted_at is null and not ${canReadAlbum(sql.ref('playlists.user_id'))})`;

/** Returns true when one of these albums is not visible to the playlist's owner and would show nothing. */
export async function hasUnreadableAlbum(db: Db, playlistId: string, albumIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from playlists, albums where playlists.id = ${playlistId} and albums.id = any(${albumIds}::uuid[])
      and not ${canReadAlbum(sql.ref('playlists.user_id'))}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Selects playlists with the albums that their owner can see, and covers that the viewer can see too; null for staff, who see all. An album in several playlists
 * is read once.
 */
const selectWithEntries = (page: RawBuilder<unknown>, viewerId: string | null) => sql<PlaylistRow>`
  with playlists as materialized (${page}),
  shelf as materialized (
    select albums.id, albums.name, albums.created_by, albums.org_id, albums.deleted_at, albums.image_count, albums.video_count, albums.other_count, albums.document_count, albums.size_bytes,
      cover.json as cover, coalesce((select sum(greatest(files.duration_ms, 500)) from media join files on files.id = media.file_id
        where albums.video_count > 0 and media.album_id = albums.id and media.kind = 'video'), 0) as videos_ms,
      coalesce((select sum(coalesce(cardinality(media.page_order), files.page_count)) from media join files on files.id = media.file_id
        where albums.document_count > 0 and media.album_id = albums.id and media.kind = 'document'), 0) as pages, own.count as own_count, own.ms as own_ms
    from albums left join lateral (${albumCover}) cover on true
    left join lateral (${ownDurations}) own on true
    where albums.id in (select entry.album_id from playlists join playlist_albums entry on entry.playlist_id = playlists.id))
  select playlists.*, owner.name as owner_name, chosen.json as cover, coalesce(entries.list, '[]') as entries,
    ${countRevokedAlbums} as revoked_albums from playlists
  join users owner on owner.id = playlists.user_id
  left join lateral (${selectChosenCover(viewerId)}) chosen on true
  left join lateral (
    select json_agg(json_build_object(
      'album_id', albums.id, 'zone', entry.zone, 'album_name', albums.name,
      'cover', case when access.is_visible then albums.cover end, 'is_private', not access.is_visible, 'duration_s', entry.duration_s, 'sequence', entry.sequence,
      'item_count', ${stillCount} + albums.video_count, 'size_bytes', albums.size_bytes, 'duration_ms', ${durationMs})
      order by entry.sequence, entry.album_id) as list
    from playlist_albums entry
    join shelf albums on albums.id = entry.album_id and ${canReadAlbum(sql.ref('playlists.user_id'))}
    cross join lateral (select ${canViewAlbum(viewerId)} as is_visible) access
    where entry.playlist_id = playlists.id) entries on true`;

interface Order {
  key: RawBuilder<unknown>;
  isDescending: boolean;
}

/** Size of a playlist's main zone, summed from the albums' counters, so that no media rows are read. */
const size = sql`(select coalesce(sum(albums.size_bytes), 0)::bigint from playlist_albums entry
  join albums on albums.id = entry.album_id and ${canReadAlbum(sql.ref('playlists.user_id'))} where entry.playlist_id = playlists.id and entry.zone = 'main')`;

const orders: Record<SortOrder, Order> = {
  az: { key: sql`lower(playlists.name)`, isDescending: false },
  za: { key: sql`lower(playlists.name)`, isDescending: true },
  lastmodified: { key: sql`playlists.updated_at`, isDescending: true },
  createdAt: { key: sql`playlists.created_at`, isDescending: true },
  sizeasc: { key: size, isDescending: false },
  sizedesc: { key: size, isDescending: true },
};

const orderBy = ({ key, isDescending }: Order) => (isDescending ? sql`${key} desc, playlists.id desc` : sql`${key}, playlists.id`);

/** Condition for playlists after the given one in this order. */
const afterPlaylist = ({ key, isDescending }: Order, after: string | undefined) =>
  after === undefined
    ? sql``
    : sql`and (${key}, playlists.id) ${isDescending ? sql`<` : sql`>`} ((select ${key} from playlists where id = ${after}), ${after}::uuid)`;

/** Members of an organisation also get their own playlists. Each part is read from its own index, no further than needed. */
function selectPlaylistSources({ userId, orgId }: OwnerScope, past: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> {
  if (orgId === undefined) return sql`select ${columns} from playlists where user_id = ${userId} ${past} ${end}`;
  return sql`(select ${columns} from playlists where org_id = ${orgId} ${past} ${end})
    union all (select ${columns} from playlists where user_id = ${userId} and org_id is null ${past} ${end})`;
}

export async function listPlaylists(
  db: Db,
  viewerId: string | null,
  scope: OwnerScope,
  { sort, page, dataPerPage, after }: PlaylistListQuery,
): Promise<PlaylistRow[]> {
  const order = orders[sort ?? 'createdAt'];
  const offset = after === undefined ? (page - 1) * dataPerPage : 0;
  const all = selectPlaylistSources(scope, afterPlaylist(order, after), sql`order by ${orderBy(order)} limit ${offset + dataPerPage}`);
  const rows = sql`select * from (${all}) playlists order by ${orderBy(order)} limit ${dataPerPage} offset ${offset}`;
  return (await sql<PlaylistRow>`select * from (${selectWithEntries(rows, viewerId)}) playlists order by ${orderBy(order)}`.execute(db))
    .rows;
}

/** Counts the playlists that `listPlaylists` lists in all pages. */
export async function countListedPlaylists(db: Db, scope: OwnerScope): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${selectPlaylistSources(scope, sql``, sql``)}) playlists`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Searches the same scope by a part of the name. */
export async function searchPlaylists(
  db: Db,
  viewerId: string | null,
  scope: OwnerScope,
  text: string,
  limit: number,
): Promise<PlaylistRow[]> {
  const found = selectPlaylistSources(scope, sql`and lower(playlists.name) like ${`%${escapeLike(text)}%`}`, sql``);
  const rows = sql`select * from (${found}) playlists order by lower(playlists.name), playlists.id limit ${limit}`;
  return (
    await sql<PlaylistRow>`select * from (${selectWithEntries(rows, viewerId)}) playlists order by lower(playlists.name), playlists.id`.execute(
      db,
    )
  ).rows;
}

export async function findPlaylist(db: Db, viewerId: string | null, id: string): Promise<PlaylistRow | undefined> {
  return (await selectWithEntries(sql`select ${columns} from playlists where id = ${id}`, viewerId).execute(db)).rows[0];
}

/** Returns the given playlists that belong to this account or its organisation. */
export const listOwnPlaylistIds = async (db: Db, userId: string, ids: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(sql<boolean>`${userId} = any(${selectAudience('playlists')})`)
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Returns the original of a file that may become the cover: media in an album that the playlist's owner can see, or a picture of this account;
 * undefined for any other file.
 */
export async function findCoverOriginal(db: Db, playlistId: string, fileId: string, userId: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select original.id from files asked join files original on original.id = coalesce(asked.root_id, asked.id)
    join playlists on playlists.id = ${playlistId}
    where asked.id = ${fileId} and (
      (original.owner_id = ${userId} and original.kind = 'image'
        and not exists (select from binned_media where binned_media.file_id = original.id))
      or exists (select from media join albums on albums.id = media.album_id
        where media.file_id = original.id and ${canReadAlbum(sql.ref('playlists.user_id'))}))`.execute(db);
  return result.rows[0]?.id;
}

/** Returns the recipients of a change; none when it no longer exists. */
export const findPlaylistAudience = async (db: Db, id: string): Promise<string[]> =>
  (await db.selectFrom('playlists').select(selectAudience('playlists').as('audience')).where('id', '=', id).executeTakeFirst())?.audience ??
  [];

/** Counts playlists against their owner's plan. */
export const countPlaylists = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('playlists').select(sql<number>`count(*)`.as('count')).where('user_id', '=', ownerId).executeTakeFirstOrThrow())
    .count;

export async function listPlaylistsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', name, 'caption', caption, 'createdAt', created_at)), '[]') as playlists
    from playlists where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}

/** Counts the playlists of an organisation. */
export const countOrganisationPlaylists = async (db: Db, orgId: string): Promise<number> => {
  const count = db.selectFrom('playlists').select(sql<number>`count(*)`.as('count')).where('org_id', '=', orgId);
  return (await count.executeTakeFirstOrThrow()).count;
};
