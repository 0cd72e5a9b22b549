import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { joinFirstPage, PICTURE_COLUMNS, PICTURE_KEY, PICTURE_THUMBHASH } from '../media/index.ts';
import type { OwnerScope } from '../organisations/index.ts';

/** True when the album belongs to the bin of this scope. The bin of a family also contains the member's own albums. */
export const isInBin = ({ userId, orgId }: OwnerScope) =>
  orgId === undefined
    ? sql<boolean>`albums.created_by = ${userId}`
    : sql<boolean>`(albums.org_id = ${orgId} or (albums.created_by = ${userId} and albums.org_id is null))`;

/** Lists media deleted from these albums, newest first; media deleted together with their album belong to it. */
export const listBinnedMedia = (db: Db, scope: OwnerScope, { page, dataPerPage }: { page: number; dataPerPage: number }) =>
  db
    .selectFrom('binned_media as media')
    .innerJoin('albums', 'albums.id', 'media.album_id')
    .innerJoin('files as original', 'original.id', 'media.file_id')
    .leftJoin('files as still', (join) => join.onRef('still.root_id', '=', 'original.id').on('still.role', '=', 'still'))
    .leftJoin('files as first_page', joinFirstPage)
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
    .where(isInBin(scope))
    .where('media.with_album', '=', false)
    .orderBy('media.deleted_at', 'desc')
    .orderBy('media.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

/** Lists the accounts whose files are in the bin of this scope. */
export const listBinFileOwners = async (db: Db, scope: OwnerScope): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select distinct files.owner_id as id from albums join binned_media on binned_media.album_id = albums.id
    join files on files.id = binned_media.file_id where ${isInBin(scope)}`.execute(db);
  return rows.map(({ id }) => id);
};

export type BinnedMediaRow = Awaited<ReturnType<typeof listBinnedMedia>>[number];

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

/** Lists deleted albums, newest first, with the number of media that would be restored. */
export async function listDeletedAlbums(db: Db, scope: OwnerScope): Promise<BinnedAlbumRow[]> {
  const result = await sql<BinnedAlbumRow>`
    select albums.id, albums.name, albums.deleted_at, contents.media_count, contents.size_bytes,
      cover.key as cover_key, cover.rotation as cover_rotation, cover.thumbhash as cover_thumbhash
    from albums
    cross join lateral (
      select count(*) as media_count, coalesce(sum(size_bytes), 0)::bigint as size_bytes
      from binned_media where album_id = albums.id and with_album) contents
    left join lateral (
      select ${PICTURE_KEY} as key, media.rotation, ${PICTURE_THUMBHASH} as thumbhash
      from binned_media as media join files on files.id = media.file_id
      where media.album_id = albums.id and with_album and status <> 9 order by sequence, media.id limit 1) cover on true
    where ${isInBin(scope)} and albums.deleted_at is not null
    order by albums.deleted_at desc, albums.id desc limit ${MAX_ALBUMS}`.execute(db);
  return result.rows;
}
