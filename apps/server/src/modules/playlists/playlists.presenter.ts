import type { Playlist, PlaylistItem } from '@vitrine/contract';
import type { PlayableItem } from './playable-items.read-model.ts';
import type { PlaylistRow } from './playlists.read-model.ts';

export function presentPlaylist(row: PlaylistRow): Playlist {
  const cover = row.thumbnail_file_id ?? row.entries.find((entry) => entry.cover_key)?.cover_key ?? null;
  return {
    _id: row.id,
    name: row.name,
    caption: row.caption,
    thumbnail: cover ? { key: cover } : null,
    userId: row.user_id,
    orgId: row.org_id,
    albumArr: row.entries.map((entry) => ({
      albumId: { _id: entry.album_id, name: entry.album_name, thumbnail: entry.cover_key ? { key: entry.cover_key } : null },
      duration: entry.duration_s,
      sequence: entry.sequence,
      itemCount: entry.item_count,
      sizeBytes: entry.size_bytes,
    })),
    itemCount: row.entries.reduce((sum, entry) => sum + entry.item_count, 0),
    sizeBytes: row.entries.reduce((sum, entry) => sum + entry.size_bytes, 0),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const presentItem = (item: PlayableItem): PlaylistItem => ({
  id: item.mediaId,
  mediaId: item.mediaId,
  albumId: item.albumId,
  kind: item.kind,
  name: item.name,
  url: item.kind === 'image' ? `/api/uploads?key=${item.originalKey}&width=1920&height=1280&fit=inside` : `/api/streams/${item.fileId}`,
  durationMs: item.durationMs,
});
