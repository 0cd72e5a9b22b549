import { type PlaylistLayoutBody, ZONES_OF_PRESET } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { deleteReplacedZones, insertZones } from './playlist-layout.store.ts';
import { hasUnreadableAlbum } from './playlists.read-model.ts';
import { listEntries, updatePlaylist } from './playlists.store.ts';

/**
 * Sets the layout of a locked playlist and the albums of its side zones. An album that its owner cannot see at this time, such as an album in the bin, keeps its
 * zone until another album is chosen for it or the layout no longer has the zone. NOT_FOUND, ALBUM_IN_PLAYLIST, ALBUM_UNSEEN.
 */
export async function setLayout(tx: Tx, actor: Person, playlistId: string, layout: PlaylistLayoutBody['layout']): Promise<void> {
  const zones = layout?.zones ?? [];
  const albumIds = zones.map(({ albumId }) => albumId.toLowerCase());
  if (albumIds.length > 0) {
    await authorize(tx, actor, 'album.read', albumIds);
    // The caller, for example a member of the family or an administrator, may see more than the owner.
    if (await hasUnreadableAlbum(tx, playlistId, albumIds)) throw new AppError('ALBUM_UNSEEN');
    const entries = await listEntries(tx, playlistId);
    if (entries.some(({ album_id, zone }) => zone === 'main' && albumIds.includes(album_id))) {
      throw new AppError(
        'ALBUM_IN_PLAYLIST',
        'An album of the main zone can’t be in another zone as well. Remove it from the playlist first.',
      );
    }
  }
  await deleteReplacedZones(tx, playlistId, {
    keptZones: layout ? [...ZONES_OF_PRESET[layout.preset]] : [],
    replacedZones: zones.map(({ zone }) => zone),
  });
  await insertZones(tx, playlistId, zones);
  await updatePlaylist(tx, playlistId, { layout: layout && JSON.stringify({ preset: layout.preset, divider: layout.divider }) });
}
