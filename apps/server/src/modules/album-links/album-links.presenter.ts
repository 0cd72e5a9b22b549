import type { AlbumLink, Media, SharedAlbum, SharedMedia } from '@vitrine/contract';
import type { LinkRow, OpenLink } from './album-links.read-model.ts';

export const presentLink = (row: LinkRow): AlbumLink => ({
  _id: row.id,
  albumId: row.album_id,
  tokenEnd: row.token_end,
  canCopy: row.can_copy,
  madeBy: { userId: row.made_by, name: row.maker_name },
  hasPassword: row.has_password,
  allowsDownload: row.allows_download,
  expiresAt: row.expires_at?.toISOString() ?? null,
  hasExpired: row.has_expired,
  openedCount: row.opened_count,
  lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

export const presentSharedAlbum = (link: OpenLink): SharedAlbum => ({
  name: link.name,
  caption: link.caption,
  ownerName: link.owner_name,
  imageCount: link.image_count,
  videoCount: link.video_count,
  otherCount: link.other_count,
  documentCount: link.document_count,
  allowsDownload: link.allows_download,
  expiresAt: link.expires_at?.toISOString() ?? null,
  platform: link.owner_platform === 'WV' ? 'WV' : 'PP',
});

/** Omits the owner and the times on screens. When the album does not show places, also omits the capture date, camera, lens and place. */
export function presentSharedMedia(
  { albumId: _albumId, uploadedBy: _uploadedBy, isTakenAtEdited: _isTakenAtEdited, duration: _duration, valid: _valid, ...media }: Media,
  showsPlaces: boolean,
): SharedMedia {
  return showsPlaces ? media : { ...media, takenAt: null, camera: null, lens: null, place: null };
}
