import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { StorageBreakdown, StorageScope } from '../entitlements/index.ts';

/** Returns the sums of the albums' counters, so that a million media cost no more than ten, and the number of albums shared with the account. */
export async function readAlbumStorage(db: Db, { payerId, orgId }: StorageScope): Promise<StorageBreakdown> {
  const isOwnAlbum: RawBuilder<boolean> = orgId === null ? sql`created_by = ${payerId}` : sql`org_id = ${orgId}`;
  const sharedWithId = orgId === null ? payerId : null;
  const { rows } = await sql<StorageBreakdown>`
    with own as (
      select count(*) as albums, coalesce(sum(image_count), 0)::bigint as images, coalesce(sum(video_count), 0)::bigint as videos,
        coalesce(sum(other_count), 0)::bigint as others, coalesce(sum(document_count), 0)::bigint as documents,
        coalesce(sum(size_bytes), 0)::bigint as bytes, coalesce(sum(video_bytes), 0)::bigint as video_bytes,
        coalesce(sum(other_bytes), 0)::bigint as other_bytes
      from albums where ${isOwnAlbum} and deleted_at is null)
    select
      own.bytes as "totalAlbumStorage", own.bytes - own.video_bytes - own.other_bytes as "totalImageStorage",
      own.video_bytes as "totalVideoStorage", own.other_bytes as "totalOtherStorage",
      own.images as "imageCount", own.videos as "videoCount", own.others as "otherCount", own.documents as "documentCount", own.albums as "totalAlbumCount",
      (select count(*) from album_shares share join albums on albums.id = share.album_id
        where share.user_id = ${sharedWithId} and accepted_at is not null and deleted_at is null) as "shareAlbumCount"
    from own`.execute(db);
  return rows[0] ?? {};
}
