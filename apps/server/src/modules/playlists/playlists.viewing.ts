import type { Playlist } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { presentPlaylist } from './playlists.presenter.ts';
import { listOwnPlaylistIds, type PlaylistRow } from './playlists.read-model.ts';

/** Presents playlists that this person may read. Support does not change those of the account it views. */
export async function presentPlaylistsFor(db: Db, actor: Person, rows: PlaylistRow[]): Promise<Playlist[]> {
  if (actor.role !== 'support' || rows.length === 0) return rows.map((row) => presentPlaylist(row, true));
  const ids = rows.map((row) => row.id);
  const own = new Set(await listOwnPlaylistIds(db, actor.userId, ids));
  return rows.map((row) => presentPlaylist(row, own.has(row.id)));
}
