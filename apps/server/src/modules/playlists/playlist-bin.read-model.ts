import type { BinnedPlaylist } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import { MEDIA_KEY, PICTURE_THUMBHASH } from '../media/index.ts';
import { isOwnedBy, type OwnerScope, selectOwnersAndMembers } from '../organisations/index.ts';

const MAX_PLAYLISTS = 300;

interface BinnedPlaylistRow {
  id: string;
  name: string;
  deleted_at: Date;
  album_count: number;
  cover_key: string | null;
  cover_thumbhash: Buffer | null;
}

/** Lists the deleted playlists of this scope, newest first, each with the first picture that its owner can see. */
export async function listBinnedPlaylists(db: Db, scope: OwnerScope): Promise<BinnedPlaylist[]> {
  const { rows } = await sql<BinnedPlaylistRow>`
    select binned_playlists.id, binned_playlists.name, binned_playlists.deleted_at, cover.key as cover_key, cover.thumbhash as cover_thumbhash,
      (select count(*) from binned_playlist_albums entry where entry.playlist_id = binned_playlists.id and entry.zone = 'main') as album_count
    from binned_playlists
    left join lateral (
      select ${MEDIA_KEY} as key, ${PICTURE_THUMBHASH} as thumbhash
      from binned_playlist_albums entry
      join albums on albums.id = entry.album_id and ${canReadAlbum(sql.ref('binned_playlists.user_id'))}
      join media on media.album_id = albums.id join files on files.id = media.file_id
      where entry.playlist_id = binned_playlists.id and entry.zone = 'main' and media.status <> 9
      order by entry.sequence, media.sequence, media.id limit 1) cover on true
    where ${isOwnedBy('binned_playlists', scope)}
    order by binned_playlists.deleted_at desc, binned_playlists.id desc limit ${MAX_PLAYLISTS}`.execute(db);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    albumCount: row.album_count,
    thumbnail: row.cover_key === null ? null : { key: row.cover_key, thumbhash: row.cover_thumbhash?.toString('base64') ?? null },
    deletedAt: row.deleted_at.toISOString(),
  }));
}

/** Counts those of these playlists that are in the bin and belong to this account or its family. */
export async function countOwnBinnedPlaylists(db: Db, userId: string, ids: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from binned_playlists where id = any(${toUuidArray(ids)})
      and exists (select from ${selectOwnersAndMembers('binned_playlists')} as people where people.user_id = ${userId})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the albums of these playlists of the bin. */
export async function listBinnedAlbumIds(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct album_id as id from binned_playlist_albums where playlist_id = any(${toUuidArray(ids)})`.execute(db);
  return rows.map(({ id }) => id);
}
