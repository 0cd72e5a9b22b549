import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';

/** Returns the media in the album that show files of this account with these checksums. */
export async function findDuplicates(db: Db, albumId: string, ownerId: string, checksums: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; id: string }>`
    select same.sha256, shown.id from (
      select id, sha256 from files
      where owner_id = ${ownerId} and sha256 = any(${[...new Set(checksums)]}::text[]) and root_id is null) as same
    cross join lateral (
      select media.id from media where media.file_id = same.id and ${isInAlbum(albumId)}
      union all
      select media.id from media where media.live_video_id = same.id and ${isInAlbum(albumId)} limit 1) as shown`.execute(db);
  return new Map(rows.map(({ sha256, id }) => [sha256, id]));
}

export const findDuplicate = async (db: Db, albumId: string, ownerId: string, sha256: string): Promise<string | null> =>
  (await findDuplicates(db, albumId, ownerId, [sha256])).get(sha256) ?? null;

/** Returns the sizes in bytes that files of the album have, with one index lookup per size. The size of a live photo is the sum of its two files. */
export async function listExistingSizes(db: Db, albumId: string, sizes: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ size: number }>`
    with asked as materialized (select size from unnest(${[...new Set(sizes)]}::bigint[]) as size)
    select size from asked where exists (select from media where media.album_id = ${albumId} and media.size_bytes = size)
    union
    select size from asked where size in (
      select files.size_bytes from media cross join lateral (values (media.file_id), (media.live_video_id)) as part (id)
      join files on files.id = part.id where media.album_id = ${albumId} and media.live_video_id is not null)`.execute(db);
  return new Set(rows.map(({ size }) => size));
}
