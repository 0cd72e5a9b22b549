import { LIMITS, type PlaylistLayoutBody, type SideZone } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';

interface ZoneChange {
  /** Zones of the layout. */
  keptZones: readonly SideZone[];
  /** Zones that get an album. */
  replacedZones: readonly SideZone[];
}

/** Removes the albums of side zones, except those that the owner of the playlist cannot see, while their zones stay and get no other album. */
export const deleteReplacedZones = (tx: Tx, playlistId: string, { keptZones, replacedZones }: ZoneChange) =>
  sql`
    delete from playlist_albums entry using playlists, albums
    where entry.playlist_id = ${playlistId} and entry.zone <> 'main' and playlists.id = entry.playlist_id and albums.id = entry.album_id
      and (entry.zone <> all(${keptZones}::text[]) or entry.zone = any(${replacedZones}::text[]) or ${canReadAlbum(sql.ref('playlists.user_id'))})`.execute(
    tx,
  );

/** Adds the albums of side zones. They come after those of the main zone, in whose order the previous version plays all of them. */
export async function insertZones(tx: Tx, playlistId: string, zones: NonNullable<PlaylistLayoutBody['layout']>['zones']): Promise<void> {
  if (zones.length === 0) return;
  const rows = zones.map(({ zone, albumId, duration }, index) => ({
    playlist_id: playlistId,
    album_id: albumId,
    zone,
    duration_s: duration,
    sequence: LIMITS.albumsPerPlaylist + index + 1,
  }));
  await tx.insertInto('playlist_albums').values(rows).execute();
}
