import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import type { StorageBreakdown, StorageScope } from '../entitlements/index.ts';

/** Returns the number of playlists, and the bytes of the albums in them that their owners may read. */
export async function readPlaylistStorage(db: Db, { payerId, orgId }: StorageScope): Promise<StorageBreakdown> {
  const isOwnPlaylist: RawBuilder<boolean> = orgId === null ? sql`playlists.user_id = ${payerId}` : sql`playlists.org_id = ${orgId}`;
  const { rows } = await sql<StorageBreakdown>`
    select
      (select coalesce(sum(albums.size_bytes), 0)::bigint from playlists join playlist_albums entry on entry.playlist_id = playlists.id
        join albums on albums.id = entry.album_id where ${isOwnPlaylist} and ${canReadAlbum(sql.ref('playlists.user_id'))})
        as "totalPlaylistStorage",
      (select count(*) from playlists where ${isOwnPlaylist}) as "playlistCount"`.execute(db);
  return rows[0] ?? {};
}
