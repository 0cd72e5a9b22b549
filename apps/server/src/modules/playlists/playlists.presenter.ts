import { formatMediaKey, type Playlist, type PlaylistAlbum, type PlaylistItem } from '@vitrine/contract';
import type { PlayableItem } from './playable-items.read-model.ts';
import type { CoverRow, PlaylistEntry, PlaylistRow } from './playlists.read-model.ts';

/** `isChangeable`: whether the caller may change it; support has read-only access. */
export function presentPlaylist(row: PlaylistRow, isChangeable: boolean): Playlist {
  const albumArr = row.entries.map(presentEntry);
  const cover = row.cover ?? row.entries.find((entry) => entry.cover)?.cover ?? null;
  return {
    _id: row.id,
    name: row.name,
    caption: row.caption,
    thumbnail: cover && { ...presentCover(cover), isChosen: row.cover !== null },
    userId: row.user_id,
    ownerName: row.owner_name,
    orgId: row.org_id,
    albumArr,
    revokedAlbums: row.revoked_albums,
    itemCount: albumArr.reduce((sum, entry) => sum + entry.itemCount, 0),
    sizeBytes: albumArr.reduce((sum, entry) => sum + entry.sizeBytes, 0),
    durationMs: albumArr.reduce((sum, entry) => sum + entry.durationMs, 0),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    abilities: { edit: isChangeable, delete: isChangeable, publish: isChangeable },
  };
}

const presentCover = ({ key, rotation, thumbhash }: CoverRow) => ({ key: formatMediaKey(key, rotation), thumbhash });

const presentEntry = (entry: PlaylistEntry): PlaylistAlbum => ({
  albumId: { _id: entry.album_id, name: entry.album_name, thumbnail: entry.cover && presentCover(entry.cover) },
  duration: entry.duration_s,
  sequence: entry.sequence,
  itemCount: entry.item_count,
  sizeBytes: entry.size_bytes,
  durationMs: entry.duration_ms,
});

export const presentItem = (item: PlayableItem): PlaylistItem => ({
  id: item.mediaId,
  mediaId: item.mediaId,
  albumId: item.albumId,
  kind: item.kind,
  name: item.name,
  key: item.originalKey,
  url: item.kind === 'image' ? `/api/uploads?key=${item.originalKey}&width=1920&height=1280&fit=inside` : `/api/streams/${item.fileId}`,
  durationMs: item.durationMs,
});
