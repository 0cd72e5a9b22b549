import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isInAlbum } from '../media/index.ts';

/** Media to download: all or some of an album, or of several albums without `albumId`. */
export interface ZipSelection {
  albumId: string | null;
  ids: string[] | null;
}

function isSelected({ albumId, ids }: ZipSelection) {
  if (ids === null) return sql<boolean>`media.album_id = ${albumId}`;
  const isListed = sql<boolean>`media.id = any(${ids}::uuid[])`;
  return albumId === null ? isListed : sql<boolean>`${isListed} and ${isInAlbum(albumId)}`;
}

/** Returns the number of the selected media that exist, and the size of their originals in bytes. */
export const sumSelected = (db: Db, selection: ZipSelection) =>
  db
    .selectFrom('media')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('size')])
    .where(isSelected(selection))
    .executeTakeFirstOrThrow();

export interface ZipEntryRow {
  id: string;
  sequence: number;
  name: string;
  rotation: number;
  file_id: string;
  /** Original of a live photo's video, if it is a separate file. */
  live_video_id: string | null;
  /** Capture time as shown by a local clock. */
  taken_clock_at: Date | null;
  created_at: Date;
}

/** Lists a page of media in the album's order, after the given one. */
export function listZipEntries(
  db: Db,
  selection: ZipSelection,
  after: { sequence: number; id: string } | undefined,
  limit: number,
): Promise<ZipEntryRow[]> {
  let query = db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select([
      'media.id',
      'media.sequence',
      'media.name',
      'media.rotation',
      'media.file_id',
      'media.live_video_id',
      'media.taken_clock_at',
      'files.created_at',
    ])
    .where(isSelected(selection));
  if (after) query = query.where(sql<boolean>`(media.sequence, media.id) > (${after.sequence}, ${after.id})`);
  return query.orderBy('media.sequence').orderBy('media.id').limit(limit).execute();
}
