import type { SortOrder } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

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
      'album_id', entry.album_id, 'album_name', albums.name, 'cover_key', cover.file_id, 'duration_s', entry.duration_s,
      'sequence', entry.sequence, 'item_count', contents.item_count, 'size_bytes', contents.size_bytes) order by entry.sequence) as list
    from playlist_albums entry
    join albums on albums.id = entry.album_id
    left join lateral (
      select count(*) as item_count, coalesce(sum(files.size_bytes), 0) as size_bytes
      from media join files on files.id = media.file_id where media.album_id = entry.album_id) contents on true
    left join lateral (
      select media.file_id from media where media.album_id = entry.album_id and media.status <> 9
      order by media.sequence, media.id limit 1) cover on true
    where entry.playlist_id = page.id) entries on true`;

const columns = sql`id, name, caption, user_id, org_id, thumbnail_file_id, created_at, updated_at`;

export async function listPlaylists(
  tx: Tx,
  userId: string,
  query: { sort?: SortOrder; page: number; dataPerPage: number },
): Promise<PlaylistRow[]> {
  const order = orders[query.sort ?? 'createdAt'];
  const page = sql`select ${columns} from playlists where user_id = ${userId} order by ${order} limit ${query.dataPerPage} offset ${(query.page - 1) * query.dataPerPage}`;
  return (await sql<PlaylistRow>`${withEntries(page)} order by ${order}`.execute(tx)).rows;
}

export async function findPlaylist(tx: Tx, id: string): Promise<PlaylistRow | undefined> {
  return (await withEntries(sql`select ${columns} from playlists where id = ${id}`).execute(tx)).rows[0];
}
