import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** More than any client shows. */
const MAX_ENTRIES = 20_000;

export interface AlbumFolder {
  id: string;
  name: string;
  modifiedAt: Date;
}

/**
 * Albums a person may add to: their own, their organisations', and those shared with them to write. Their own come first, each
 * kind in the order they were made, so that a name stays with its album when another of that name is shared.
 */
export async function listAlbumFolders(db: Db, userId: string): Promise<AlbumFolder[]> {
  const result = await sql<AlbumFolder>`
    select albums.id, albums.name, albums.updated_at as "modifiedAt" from (
      select id from albums where created_by = ${userId}
      union
      select albums.id from organisation_members member join albums on albums.org_id = member.org_id where member.user_id = ${userId}
      union
      select album_id from album_shares where user_id = ${userId} and accepted_at is not null and permission = 'write') known
    join albums on albums.id = known.id
    where albums.deleted_at is null
    order by albums.created_by <> ${userId}, albums.id limit ${MAX_ENTRIES}`.execute(db);
  return result.rows;
}

export const listAlbumFiles = (db: Db, albumId: string) =>
  db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select([
      'media.id',
      'media.name',
      'files.id as fileId',
      'files.original_name as originalName',
      'files.mimetype',
      'files.size_bytes as sizeBytes',
      'files.created_at as modifiedAt',
    ])
    .where('media.album_id', '=', albumId)
    .orderBy('media.id')
    .limit(MAX_ENTRIES)
    .execute();
export type AlbumFile = Awaited<ReturnType<typeof listAlbumFiles>>[number];
