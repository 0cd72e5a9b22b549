import type { SortOrder } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Albums with what their card shows: how much is in them, and their first picture. */
const albumsWithContents = (tx: Tx) =>
  tx
    .selectFrom('albums')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('media')
          .innerJoin('files', 'files.id', 'media.file_id')
          .whereRef('media.album_id', '=', 'albums.id')
          .select([
            sql<number>`count(*) filter (where media.kind = 'image')`.as('image_count'),
            sql<number>`count(*) filter (where media.kind = 'video')`.as('video_count'),
            sql<number>`coalesce(sum(files.size_bytes), 0)::bigint`.as('size_bytes'),
          ])
          .as('contents'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('media')
          .innerJoin('files', 'files.id', 'media.file_id')
          .whereRef('media.album_id', '=', 'albums.id')
          .where('media.status', '<>', 9)
          .orderBy('media.sequence')
          .orderBy('media.id')
          .limit(1)
          .select(['files.id as key', 'files.thumbhash'])
          .as('cover'),
      (join) => join.onTrue(),
    )
    .select([
      'albums.id',
      'albums.name',
      'albums.caption',
      'albums.album_type',
      'albums.created_by',
      'albums.org_id',
      'albums.created_at',
      'albums.updated_at',
      'contents.image_count',
      'contents.video_count',
      'contents.size_bytes',
      'cover.key as cover_key',
      'cover.thumbhash as cover_thumbhash',
    ]);

export type AlbumRow = Awaited<ReturnType<ReturnType<typeof albumsWithContents>['executeTakeFirstOrThrow']>>;

const orders: Record<SortOrder, ReturnType<typeof sql>> = {
  az: sql`lower(albums.name), albums.id`,
  za: sql`lower(albums.name) desc, albums.id desc`,
  lastmodified: sql`albums.updated_at desc, albums.id desc`,
  createdAt: sql`albums.id desc`,
  sizeasc: sql`contents.size_bytes, albums.id`,
  sizedesc: sql`contents.size_bytes desc, albums.id desc`,
};

export const listAlbums = (tx: Tx, userId: string, { sort, page, dataPerPage }: { sort?: SortOrder; page: number; dataPerPage: number }) =>
  albumsWithContents(tx)
    .where('albums.created_by', '=', userId)
    .orderBy(orders[sort ?? 'createdAt'])
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export const findAlbum = (tx: Tx, id: string) => albumsWithContents(tx).where('albums.id', '=', id).executeTakeFirst();
