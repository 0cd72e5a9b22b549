import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { OwnerScope } from '../organisations/index.ts';
import { isInBin } from './bin.read-model.ts';

export interface BinnedAlbumRow {
  id: string;
  name: string;
  deleted_at: Date;
  media_count: number;
  size_bytes: number;
  cover_key: string | null;
  cover_rotation: number | null;
  cover_thumbhash: Buffer | null;
}

const MAX_ALBUMS = 300;

/** Deleted albums, newest first, with what would come back with them. */
export async function listDeletedAlbums(db: Db, whose: OwnerScope): Promise<BinnedAlbumRow[]> {
  const result = await sql<BinnedAlbumRow>`
    select albums.id, albums.name, albums.deleted_at, contents.media_count, contents.size_bytes,
      cover.key as cover_key, cover.rotation as cover_rotation, cover.thumbhash as cover_thumbhash
    from albums
    cross join lateral (
      select count(*) as media_count, coalesce(sum(size_bytes), 0)::bigint as size_bytes
      from binned_media where album_id = albums.id and with_album) contents
    left join lateral (
      select files.id as key, binned_media.rotation, files.thumbhash from binned_media join files on files.id = binned_media.file_id
      where binned_media.album_id = albums.id and with_album and status <> 9 order by sequence, binned_media.id limit 1) cover on true
    where ${isInBin(whose)} and albums.deleted_at is not null
    order by albums.deleted_at desc, albums.id desc limit ${MAX_ALBUMS}`.execute(db);
  return result.rows;
}
