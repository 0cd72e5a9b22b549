import { MEDIA_STATUS } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';

/** Columns that `media` and `binned_media` have in common. */
const SHARED_COLUMNS =
  sql.raw(`id, album_id, file_id, kind, name, caption, sequence, status, failure_reason, uploaded_by, size_bytes, rotation,
  taken_edited_at, page_order, duration_ms, valid, live_video_id, created_at, updated_at`);

/** Moves media from their album to the bin and returns the moved ones. */
const moveToBin = async (tx: Tx, which: ReturnType<typeof sql>, withAlbum: boolean): Promise<{ id: string; file_id: string }[]> => {
  const result = await sql<{ id: string; file_id: string }>`
    with gone as (delete from media where ${which} returning ${SHARED_COLUMNS})
    insert into binned_media (${SHARED_COLUMNS}, with_album) select ${SHARED_COLUMNS}, ${withAlbum}::boolean from gone returning id, file_id`.execute(
    tx,
  );
  return result.rows;
};

export const moveMediaToBin = (tx: Tx, albumId: string, ids: string[]) =>
  moveToBin(tx, sql`id = any(${ids}::uuid[]) and ${isInAlbum(albumId)}`, false);

export const moveAlbumMediaToBin = (tx: Tx, albumId: string) => moveToBin(tx, sql`album_id = ${albumId}`, true);

export interface RestoredMedia {
  id: string;
  album_id: string;
  file_id: string;
  kind: string;
  /** Id of the account that owns the file. */
  ownerId: string;
  /** Video of a live photo that was not processed yet. */
  unfinishedVideoId: string | null;
  isUnfinished: boolean;
}

const restoreFromBin = async (tx: Tx, which: ReturnType<typeof sql>): Promise<RestoredMedia[]> => {
  const result = await sql<RestoredMedia>`
    with back as (delete from binned_media where ${which} returning ${SHARED_COLUMNS})
    insert into media (${SHARED_COLUMNS}) select ${SHARED_COLUMNS} from back
    returning id, album_id, file_id, kind, (select owner_id from files where files.id = file_id) as "ownerId", 
      (status < ${MEDIA_STATUS.complete} or exists (select from files where files.id = file_id and embedded_video_bytes is not null
        and not exists (select from files live where live.root_id = file_id and live.role = 'live_mp4'))) as "isUnfinished",
      case when not exists (select from files where files.root_id = live_video_id and files.role = 'mp4') then live_video_id end as "unfinishedVideoId"`.execute(
    tx,
  );
  return result.rows;
};

export const restoreBinnedMedia = (tx: Tx, ids: string[]) => restoreFromBin(tx, sql`id = any(${ids}::uuid[])`);
/** Restores media deleted together with the album; those deleted before stay in the bin. */
export const restoreAlbumMedia = (tx: Tx, albumId: string) => restoreFromBin(tx, sql`album_id = ${albumId} and with_album`);

/** Locks these media in the bin and returns what decides whether they may be restored. */
export const lockBinnedMedia = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('binned_media')
    .innerJoin('albums', 'albums.id', 'binned_media.album_id')
    .select([
      'binned_media.id',
      'binned_media.album_id',
      'binned_media.size_bytes',
      'albums.created_by as owner_id',
      'albums.org_id',
      sql<boolean>`albums.deleted_at is not null`.as('is_album_binned'),
    ])
    .where('binned_media.id', 'in', ids)
    .orderBy('binned_media.id')
    .forUpdate('binned_media')
    .execute();

/** Lists the owners of the files of these media in the bin. */
export const listBinnedFileOwners = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select distinct files.owner_id as id from binned_media join files on files.id = binned_media.file_id
    where binned_media.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};

export const deleteBinnedMedia = (tx: Tx, ids: string[]) =>
  tx.deleteFrom('binned_media').where('id', 'in', ids).returning(['id', 'file_id', 'live_video_id']).execute();

export const deleteBinnedAlbumMedia = (tx: Tx, albumId: string) =>
  tx.deleteFrom('binned_media').where('album_id', '=', albumId).returning(['id', 'file_id', 'live_video_id']).execute();

/** Lists media deleted on their own longer than `days` ago; media deleted with their album are deleted permanently with it. */
export const listExpiredBinnedMedia = async (db: Db, days: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('binned_media')
    .select('id')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('with_album', '=', false)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
};

/** Deletes all entries with these files from the bins of all accounts. */
export const deleteBinnedMediaOfFiles = (tx: Tx, fileIds: string[]) =>
  sql`delete from binned_media where file_id = any(${fileIds}::uuid[])`.execute(tx);
