import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export const insertPlaylist = (tx: Tx, playlist: { id: string; name: string; caption: string; user_id: string; org_id?: string }) =>
  tx.insertInto('playlists').values(playlist).execute();

export const updatePlaylist = (tx: Tx, id: string, change: { name?: string; caption?: string }) =>
  tx
    .updateTable('playlists')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deletePlaylist = (tx: Tx, id: string) => tx.deleteFrom('playlists').where('id', '=', id).execute();

/** Holds the playlist while its albums change, so that two sequences never mix. */
export const lockPlaylist = (tx: Tx, id: string) =>
  tx.selectFrom('playlists').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

export const listEntries = (tx: Tx, playlistId: string) =>
  tx.selectFrom('playlist_albums').select(['album_id', 'sequence']).where('playlist_id', '=', playlistId).orderBy('sequence').execute();

export const insertEntries = (tx: Tx, entries: { playlist_id: string; album_id: string; duration_s: number; sequence: number }[]) =>
  tx.insertInto('playlist_albums').values(entries).execute();

export const updateEntryDuration = (tx: Tx, playlistId: string, albumId: string, durationS: number) =>
  tx
    .updateTable('playlist_albums')
    .set({ duration_s: durationS })
    .where('playlist_id', '=', playlistId)
    .where('album_id', '=', albumId)
    .executeTakeFirst();

export const deleteEntry = (tx: Tx, playlistId: string, albumId: string) =>
  tx.deleteFrom('playlist_albums').where('playlist_id', '=', playlistId).where('album_id', '=', albumId).executeTakeFirst();
