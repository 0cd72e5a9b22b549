import type { Tx } from '../../platform/database/database.ts';

/** More than any client shows. */
const MAX_ENTRIES = 20_000;

/** In the order they were made, so that a name stays with its album. */
export const listOwnAlbums = (tx: Tx, userId: string) =>
  tx
    .selectFrom('albums')
    .select(['id', 'name', 'updated_at as modifiedAt'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute();
export type AlbumFolder = Awaited<ReturnType<typeof listOwnAlbums>>[number];

export const listAlbumFiles = (tx: Tx, albumId: string) =>
  tx
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
