import type { Db } from '../../platform/database/database.ts';
import { PICTURE_COLUMNS } from './media.read-model.ts';

/** What a person threw away from their albums, newest first; what went with an album is its album's. */
export const listBinnedMedia = (db: Db, userId: string, { page, dataPerPage }: { page: number; dataPerPage: number }) =>
  db
    .selectFrom('binned_media as media')
    .innerJoin('albums', 'albums.id', 'media.album_id')
    .innerJoin('files as original', 'original.id', 'media.file_id')
    .leftJoin('files as still', (join) => join.onRef('still.root_id', '=', 'original.id').on('still.role', '=', 'still'))
    .select([
      'media.id',
      'media.album_id',
      'media.kind',
      'media.name',
      'media.rotation',
      'media.deleted_at',
      'albums.name as album_name',
      ...PICTURE_COLUMNS,
    ])
    .where('albums.created_by', '=', userId)
    .where('media.with_album', '=', false)
    .orderBy('media.deleted_at', 'desc')
    .orderBy('media.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export type BinnedRow = Awaited<ReturnType<typeof listBinnedMedia>>[number];
