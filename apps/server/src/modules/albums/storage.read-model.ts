import { LIMITS, type StorageDetails } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** What an account has stored, counted from what is there. */
export async function readStorageDetails(tx: Tx, userId: string): Promise<StorageDetails> {
  const result = await sql<Omit<StorageDetails, 'quotaBytes'>>`
    with contents as (
      select media.kind, files.size_bytes from albums
      join media on media.album_id = albums.id join files on files.id = media.file_id
      where albums.created_by = ${userId})
    select
      coalesce((select used_bytes from storage_usage where user_id = ${userId}), 0) as "totalStorage",
      coalesce(sum(size_bytes), 0)::bigint as "totalAlbumStorage",
      coalesce(sum(size_bytes) filter (where kind = 'image'), 0)::bigint as "totalImageStorage",
      coalesce(sum(size_bytes) filter (where kind = 'video'), 0)::bigint as "totalVideoStorage",
      count(*) filter (where kind = 'image') as "imageCount",
      count(*) filter (where kind = 'video') as "videoCount",
      (select count(*) from albums where created_by = ${userId}) as "totalAlbumCount",
      (select count(*) from playlists where user_id = ${userId}) as "playlistCount"
    from contents`.execute(tx);
  const [row] = result.rows;
  if (!row) throw new Error('An aggregate answered no row');
  return { ...row, quotaBytes: LIMITS.storageQuotaBytes };
}
