import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Media with its original and the ids of what was made from it. */
const mediaWithFiles = (tx: Tx) =>
  tx
    .selectFrom('media')
    .innerJoin('files as original', 'original.id', 'media.file_id')
    .leftJoin('files as poster', (join) => join.onRef('poster.root_id', '=', 'original.id').on('poster.role', '=', 'poster'))
    .leftJoin('files as mp4', (join) => join.onRef('mp4.root_id', '=', 'original.id').on('mp4.role', '=', 'mp4'))
    .leftJoin('files as hls', (join) => join.onRef('hls.root_id', '=', 'original.id').on('hls.role', '=', 'hls'))
    .select([
      'media.id',
      'media.album_id',
      'media.kind',
      'media.name',
      'media.caption',
      'media.sequence',
      'media.status',
      'media.failure_reason',
      'media.uploaded_by',
      'media.created_at',
      'media.updated_at',
      'original.id as file_id',
      'original.original_name',
      'original.mimetype',
      'original.size_bytes',
      'original.width',
      'original.height',
      'original.thumbhash',
      'original.duration_ms',
      'poster.id as poster_id',
      'mp4.id as mp4_id',
      'hls.id as hls_id',
    ]);

export type MediaRow = Awaited<ReturnType<ReturnType<typeof mediaWithFiles>['executeTakeFirstOrThrow']>>;

const orders = {
  az: sql`lower(media.name), media.id`,
  za: sql`lower(media.name) desc, media.id desc`,
  lastmodified: sql`media.updated_at desc, media.id desc`,
  sequence: sql`media.sequence, media.id`,
};

export interface ListQuery {
  filter: 'image' | 'video' | 'all';
  sort?: 'az' | 'za' | 'lastmodified';
  page: number;
  dataPerPage: number;
}

export function listMedia(tx: Tx, albumId: string, { filter, sort, page, dataPerPage }: ListQuery): Promise<MediaRow[]> {
  let query = mediaWithFiles(tx).where('media.album_id', '=', albumId);
  if (filter !== 'all') query = query.where('media.kind', '=', filter);
  return query
    .orderBy(orders[sort ?? 'sequence'])
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();
}

export const findMedia = (tx: Tx, ids: string[]): Promise<MediaRow[]> =>
  mediaWithFiles(tx).where('media.id', 'in', ids).orderBy(orders.sequence).execute();
