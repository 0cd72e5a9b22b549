import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { StorageBreakdown, StorageScope } from '../entitlements/index.ts';

/** The originals of an item in the bin: the one it shows, and the video of a live photo. */
const BINNED_FILES = sql`(values (binned_media.file_id), (binned_media.live_video_id)) as part (id)`;

/**
 * Returns the bytes of media in the bin, and those that the account added to albums of others. Media that an account added to others' albums count for it;
 * media that others added to its albums count for them.
 */
export async function readMediaStorage(db: Db, { payerId, orgId }: StorageScope): Promise<StorageBreakdown> {
  const isOwnAlbum: RawBuilder<boolean> = orgId === null ? sql`albums.created_by = ${payerId}` : sql`albums.org_id = ${orgId}`;
  const contributorId = orgId === null ? payerId : null;
  const { rows } = await sql<StorageBreakdown>`
    with binned as (
      select part.id from binned_media join albums on albums.id = binned_media.album_id cross join lateral ${BINNED_FILES} where ${isOwnAlbum}
      union select part.id from binned_media cross join lateral ${BINNED_FILES} where uploaded_by = ${contributorId})
    select
      (select coalesce(sum(size_bytes), 0)::bigint from files where id in (select id from binned)
        and owner_id = ${payerId} and not exists (select from media where media.file_id = files.id or media.live_video_id = files.id)) as "binStorage",
      (select coalesce(sum(given.size_bytes), 0)::bigint from album_contributions given
        join albums on albums.id = given.album_id where user_id = ${contributorId} and albums.deleted_at is null) as "shareAlbumStorage"`.execute(
    db,
  );
  return rows[0] ?? {};
}
