import type { LayoutZone } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export const insertPlaylist = (tx: Tx, playlist: { id: string; name: string; caption: string; user_id: string; org_id?: string }) =>
  tx.insertInto('playlists').values(playlist).execute();

export interface PlaylistRowChange {
  name?: string;
  caption?: string;
  /** Null resets the cover to that of its first album. */
  thumbnail_file_id?: string | null;
  thumbnail_rotation?: number;
  /** JSON; null for the whole screen. */
  layout?: string | null;
  synchronized?: boolean;
}

export const updatePlaylist = (tx: Tx, id: string, change: PlaylistRowChange) =>
  tx
    .updateTable('playlists')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deletePlaylist = (tx: Tx, id: string) => tx.deleteFrom('playlists').where('id', '=', id).execute();

/** Locks the playlist while its albums change, so that concurrent reorderings do not mix. */
export const lockPlaylist = (tx: Tx, id: string) =>
  tx.selectFrom('playlists').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the albums of all zones. */
export const listEntries = (db: Db, playlistId: string) =>
  db
    .selectFrom('playlist_albums')
    .select(['album_id', 'sequence', sql<LayoutZone>`zone`.as('zone')])
    .where('playlist_id', '=', playlistId)
    .orderBy('sequence')
    .execute();

export const insertEntries = (tx: Tx, entries: { playlist_id: string; album_id: string; duration_s: number; sequence: number }[]) =>
  tx.insertInto('playlist_albums').values(entries).execute();

/** Changes an album of the main zone. */
export const updateEntryDuration = (tx: Tx, playlistId: string, albumId: string, durationS: number) =>
  tx
    .updateTable('playlist_albums')
    .set({ duration_s: durationS })
    .where('playlist_id', '=', playlistId)
    .where('album_id', '=', albumId)
    .where('zone', '=', 'main')
    .executeTakeFirst();

/** Numbers the albums from 1 in the given order. */
export const updateSequence = (tx: Tx, playlistId: string, albumIds: string[]) =>
  sql`update playlist_albums set sequence = wanted.place
    from unnest(${albumIds}::uuid[]) with ordinality as wanted (album_id, place)
    where playlist_albums.playlist_id = ${playlistId} and playlist_albums.album_id = wanted.album_id`.execute(tx);

/** Removes covers that use one of these files, unless an album still contains the file. Playlists in the bin must not keep files either. */
async function clearCovers(tx: Tx, fileIds: RawBuilder<string[]>): Promise<void> {
  for (const table of [sql.table('playlists'), sql.table('binned_playlists')]) {
    await sql`update ${table} as playlist set thumbnail_file_id = null, thumbnail_rotation = 0
      where thumbnail_file_id = any(${fileIds}) and not exists (select from media where media.file_id = playlist.thumbnail_file_id)`.execute(
      tx,
    );
  }
}

export const clearCoversByFiles = (tx: Tx, fileIds: string[]) => clearCovers(tx, sql`${fileIds}::uuid[]`);

/** Removes covers that use media of an album in the bin. */
export const clearCoversByBinnedAlbum = (tx: Tx, albumId: string) =>
  clearCovers(tx, sql`array(select file_id from binned_media where album_id = ${albumId})`);

/** Removes an album from the main zone. */
export const deleteEntry = (tx: Tx, playlistId: string, albumId: string) =>
  tx
    .deleteFrom('playlist_albums')
    .where('playlist_id', '=', playlistId)
    .where('album_id', '=', albumId)
    .where('zone', '=', 'main')
    .executeTakeFirst();

/** Transfers all playlists of an organisation, also those in the bin, to its new owner. */
export async function reassignPlaylists(tx: Tx, orgId: string, ownerId: string): Promise<void> {
  await tx.updateTable('playlists').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
  await tx.updateTable('binned_playlists').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
}
