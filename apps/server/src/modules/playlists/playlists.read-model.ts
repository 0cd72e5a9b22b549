import type { SortOrder } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { audienceOf, belongsTo, readsAlbum, type Whose } from '../access/index.ts';

export interface PlaylistEntry {
  album_id: string;
  album_name: string;
  cover_key: string | null;
  duration_s: number;
  sequence: number;
  item_count: number;
  size_bytes: number;
}

export interface PlaylistRow {
  id: string;
  name: string;
  caption: string;
  user_id: string;
  org_id: string | null;
  thumbnail_file_id: string | null;
  created_at: Date;
  updated_at: Date;
  entries: PlaylistEntry[];
}

const orders: Record<SortOrder, ReturnType<typeof sql>> = {
  az: sql`lower(name), id`,
  za: sql`lower(name) desc, id desc`,
  lastmodified: sql`updated_at desc, id desc`,
  createdAt: sql`id desc`,
  sizeasc: sql`id desc`,
  sizedesc: sql`id desc`,
};

/** Playlists with their albums, each with its first picture, how many items it has and their bytes. */
const withEntries = (page: ReturnType<typeof sql>) => sql<PlaylistRow>`
  select page.*, coalesce(entries.list, '[]') as entries from (${page}) page
  left join lateral (
    select json_agg(json_build_object(
      'album_id', entry.album_id, 'album_name', albums.name, 'cover_key', cover.key, 'duration_s', entry.duration_s,
      'sequence', entry.sequence, 'item_count', albums.image_count + albums.video_count, 'size_bytes', albums.size_bytes) order by entry.sequence) as list
    from playlist_albums entry
    join albums on albums.id = entry.album_id and ${readsAlbum(sql.ref('page.user_id'))}
    left join lateral (
      select media.file_id || coalesce('~' || nullif(media.rotation, 0), '') as key from media where media.album_id = entry.album_id and media.status <> 9
      order by media.sequence, media.id limit 1) cover on true
    where entry.playlist_id = page.id) entries on true`;

const columns = sql`id, name, caption, user_id, org_id, thumbnail_file_id, created_at, updated_at`;

export async function listPlaylists(
  tx: Tx,
  whose: Whose,
  query: { sort?: SortOrder; page: number; dataPerPage: number },
): Promise<PlaylistRow[]> {
  const order = orders[query.sort ?? 'createdAt'];
  const page = sql`select ${columns} from playlists where ${belongsTo('playlists', whose)} order by ${order} limit ${query.dataPerPage} offset ${(query.page - 1) * query.dataPerPage}`;
  return (await sql<PlaylistRow>`${withEntries(page)} order by ${order}`.execute(tx)).rows;
}

export async function findPlaylist(tx: Tx, id: string): Promise<PlaylistRow | undefined> {
  return (await withEntries(sql`select ${columns} from playlists where id = ${id}`).execute(tx)).rows[0];
}

/** Who hears of a change to it; nobody when it is gone. */
export const findAudience = async (tx: Tx, id: string): Promise<string[]> =>
  (await tx.selectFrom('playlists').select(audienceOf('playlists').as('audience')).where('id', '=', id).executeTakeFirst())?.audience ?? [];
