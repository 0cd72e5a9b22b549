import type { Album } from '@vitrine/contract';
import type { AlbumRow } from './albums.read-model.ts';

export function presentAlbum(row: AlbumRow): Album {
  const isDefault = row.album_type === 'default';
  return {
    _id: row.id,
    name: row.name,
    caption: row.caption,
    albumType: isDefault ? 'default' : 'normal',
    createdBy: row.created_by,
    orgId: row.org_id,
    thumbnail: row.cover_key ? { key: row.cover_key, thumbhash: row.cover_thumbhash?.toString('base64') ?? null } : null,
    imageCount: row.image_count ?? 0,
    videoCount: row.video_count ?? 0,
    albumStorage: row.size_bytes ?? 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    abilities: { addMedia: true, rename: !isDefault, delete: !isDefault, share: !isDefault },
  };
}
