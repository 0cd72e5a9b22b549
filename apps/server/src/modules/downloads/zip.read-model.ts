import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isInAlbum } from '../media/index.ts';

const isSelected = (albumId: string, ids: string[] | null) =>
  ids === null ? sql<boolean>`media.album_id = ${albumId}` : sql<boolean>`media.id = any(${ids}::uuid[]) and ${isInAlbum(albumId)}`;

/** Returns the number of these media that are in the album, and the size of their originals in bytes. */
export const sumSelected = (db: Db, albumId: string, ids: string[] | null) =>
  db
    .selectFrom('media')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('size')])
    .where(isSelected(albumId, ids))
    .executeTakeFirstOrThrow();

export interface ZipEntryRow {
  id: string;
  sequence: number;
  name: string;
  rotation: number;
  file_id: string;
  taken_at: Date | null;
  created_at: Date;
}

/** Lists a page of media in the album's order, after the given one. */
export function listZipEntries(
  db: Db,
  albumId: string,
  ids: string[] | null,
  after: { sequence: number; id: string } | undefined,
  limit: number,
): Promise<ZipEntryRow[]> {
  let query = db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select(['media.id', 'media.sequence', 'media.name', 'media.rotation', 'media.file_id', 'files.taken_at', 'files.created_at'])
    .where(isSelected(albumId, ids));
  if (after) query = query.where(sql<boolean>`(media.sequence, media.id) > (${after.sequence}, ${after.id})`);
  return query.orderBy('media.sequence').orderBy('media.id').limit(limit).execute();
}
