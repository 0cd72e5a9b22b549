import type { StorageDetails } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { canReadAlbum } from '../albums/index.ts';
import type { OwnerScope } from '../organisations/index.ts';

export type StorageAmounts = Omit<StorageDetails, 'quotaBytes'>;

/**
 * Returns what an account has stored together with the family it owns; for a member, what the family stores and the total usage of its owner. Uses counters,
 * so that a million media cost no more than ten. Media that an account added to others' albums count for it; media that others added to its albums count for
 * them.
 */
export async function loadStorageAmounts(db: Db, { userId, orgId }: OwnerScope, payerId: string): Promise<StorageAmounts> {
  const isPayer = payerId === userId;
  const ownAlbums: RawBuilder<boolean> = isPayer ? sql`albums.created_by = ${userId}` : sql`albums.org_id = ${orgId}`;
  const ownPlaylists: RawBuilder<boolean> = isPayer ? sql`playlists.user_id = ${userId}` : sql`playlists.org_id = ${orgId}`;
  // A family shares nothing as one of its members.
  const sharerId = isPayer ? userId : null;
  const result = await sql<StorageAmounts>`
    with own as (
      select count(*) as albums, coalesce(sum(image_count), 0)::bigint as images, coalesce(sum(video_count), 0)::bigint as videos,
        coalesce(sum(size_bytes), 0)::bigint as bytes, coalesce(sum(video_bytes), 0)::bigint as video_bytes
      from albums where ${ownAlbums} and deleted_at is null),
    binned as (
      select file_id from binned_media join albums on albums.id = binned_media.album_id where ${ownAlbums}
      union select file_id from binned_media where uploaded_by = ${sharerId})
    select
      coalesce((select used_bytes from storage_usage where user_id = ${payerId}), 0) as "totalStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from files where id in (select file_id from binned)
        and owner_id = ${payerId} and not exists (select from media where media.file_id = files.id)) as "binStorage",
      (select coalesce(sum(given.size_bytes), 0)::bigint from album_contributions given
        join albums on albums.id = given.album_id where user_id = ${sharerId} and albums.deleted_at is null) as "shareAlbumStorage",
      (select count(*) from album_shares share join albums on albums.id = share.album_id
        where share.user_id = ${sharerId} and accepted_at is not null and deleted_at is null) as "shareAlbumCount",
      (select coalesce(sum(albums.size_bytes), 0)::bigint from playlists join playlist_albums entry on entry.playlist_id = playlists.id
        join albums on albums.id = entry.album_id where ${ownPlaylists} and ${canReadAlbum(sql.ref('playlists.user_id'))})
        as "totalPlaylistStorage",
      own.bytes as "totalAlbumStorage", own.bytes - own.video_bytes as "totalImageStorage", own.video_bytes as "totalVideoStorage",
      own.images as "imageCount", own.videos as "videoCount", own.albums as "totalAlbumCount",
      (select count(*) from playlists where ${ownPlaylists}) as "playlistCount"
    from own`.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error('An aggregate answered no row');
  return row;
}
