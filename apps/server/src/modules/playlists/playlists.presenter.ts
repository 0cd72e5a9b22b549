import {
  formatMediaKey,
  type Playlist,
  type PlaylistAlbum,
  type PlaylistItem,
  type PlaylistLayout,
  ZONES_OF_PRESET,
} from '@vitrine/contract';
import type { PlayableItem } from './playable-items.read-model.ts';
import type { CoverRow, PlaylistEntry, PlaylistRow } from './playlists.read-model.ts';

/** `isChangeable`: whether the caller may change it; support has read-only access. */
export function presentPlaylist(row: PlaylistRow, isChangeable: boolean): Playlist {
  const entries = row.entries.filter(({ zone }) => zone === 'main');
  const albumArr = entries.map(presentEntry);
  const cover = row.cover ?? entries.find((entry) => entry.cover)?.cover ?? null;
  return {
    _id: row.id,
    name: row.name,
    caption: row.caption,
    thumbnail: cover && { ...presentCover(cover), isChosen: row.cover !== null },
    userId: row.user_id,
    ownerName: row.owner_name,
    orgId: row.org_id,
    albumArr,
    layout: presentLayout(row),
    synchronized: row.synchronized,
    revokedAlbums: row.revoked_albums,
    privateAlbums: row.entries.filter((entry) => entry.is_private).length,
    itemCount: albumArr.reduce((sum, entry) => sum + entry.itemCount, 0),
    sizeBytes: albumArr.reduce((sum, entry) => sum + entry.sizeBytes, 0),
    durationMs: albumArr.reduce((sum, entry) => sum + entry.durationMs, 0),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    abilities: { edit: isChangeable, delete: isChangeable, publish: isChangeable },
  };
}

function presentLayout({ layout, entries }: PlaylistRow): PlaylistLayout | null {
  if (!layout) return null;
  const zones = ZONES_OF_PRESET[layout.preset].flatMap((zone) => {
    const entry = entries.find((candidate) => candidate.zone === zone);
    return entry ? [{ zone, album: presentAlbum(entry), duration: entry.duration_s, itemCount: entry.item_count }] : [];
  });
  return { ...layout, zones };
}

const presentCover = ({ key, rotation, thumbhash }: CoverRow) => ({ key: formatMediaKey(key, rotation), thumbhash });

const presentAlbum = ({ album_id, album_name, cover }: PlaylistEntry) => ({
  _id: album_id,
  name: album_name,
  thumbnail: cover && presentCover(cover),
});

const presentEntry = (entry: PlaylistEntry): PlaylistAlbum => ({
  albumId: presentAlbum(entry),
  duration: entry.duration_s,
  sequence: entry.sequence,
  itemCount: entry.item_count,
  sizeBytes: entry.size_bytes,
  durationMs: entry.duration_ms,
});

export const presentItem = (item: PlayableItem): PlaylistItem => ({
  id: item.id,
  mediaId: item.mediaId,
  albumId: item.albumId,
  zone: item.zone,
  kind: item.kind,
  name: item.name,
  key: item.originalKey,
  url: item.kind === 'image' ? `/api/uploads?key=${item.originalKey}&width=1920&height=1280&fit=inside` : `/api/streams/${item.fileId}`,
  durationMs: item.durationMs,
  valid: item.valid,
});
