import type { BinnedAlbum, BinnedMedia } from '@vitrine/contract';
import { presentCover } from '../albums/index.ts';
import { presentPicture } from '../media/index.ts';
import type { BinnedAlbumRow, BinnedMediaRow } from './bin.read-model.ts';

export const presentBinnedAlbum = (row: BinnedAlbumRow): BinnedAlbum => ({
  _id: row.id,
  name: row.name,
  mediaCount: row.media_count,
  size: row.size_bytes,
  thumbnail: presentCover(row),
  deletedAt: row.deleted_at.toISOString(),
});

export const presentBinnedMedia = (row: BinnedMediaRow): BinnedMedia => ({
  ...presentPicture(row),
  videoThumbnail: row.still_id,
  albumName: row.album_name,
  deletedAt: row.deleted_at.toISOString(),
});
