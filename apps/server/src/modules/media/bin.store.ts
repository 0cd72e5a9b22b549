import { MEDIA_STATUS } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { liesIn } from './media.store.ts';

/** What a media is wherever it lies: the columns that `media` and `binned_media` share. */
const kept = sql.raw(`id, album_id, file_id, kind, name, caption, sequence, status, failure_reason, uploaded_by, size_bytes, rotation,
  created_at, updated_at`);

/** Moves media out of their album into the bin; answers those that were there. */
const moveToBin = async (tx: Tx, which: ReturnType<typeof sql>, withAlbum: boolean): Promise<{ id: string; file_id: string }[]> => {
  const result = await sql<{ id: string; file_id: string }>`
    with gone as (delete from media where ${which} returning ${kept})
    insert into binned_media (${kept}, with_album) select ${kept}, ${withAlbum}::boolean from gone returning id, file_id`.execute(tx);
  return result.rows;
};

export const binMedia = (tx: Tx, albumId: string, ids: string[]) =>
  moveToBin(tx, sql`id = any(${ids}::uuid[]) and ${liesIn(albumId)}`, false);

export const binMediaOfAlbum = (tx: Tx, albumId: string) => moveToBin(tx, sql`album_id = ${albumId}`, true);

export interface Restored {
  id: string;
  album_id: string;
  file_id: string;
  kind: string;
  /** Whose the file is. */
  ownerId: string;
  isUnfinished: boolean;
}

const moveBack = async (tx: Tx, which: ReturnType<typeof sql>): Promise<Restored[]> => {
  const result = await sql<Restored>`
    with back as (delete from binned_media where ${which} returning ${kept})
    insert into media (${kept}) select ${kept} from back
    returning id, album_id, file_id, kind, (select owner_id from files where files.id = file_id) as "ownerId", status < ${MEDIA_STATUS.complete} as "isUnfinished"`.execute(
    tx,
  );
  return result.rows;
};

export const restoreBinned = (tx: Tx, ids: string[]) => moveBack(tx, sql`id = any(${ids}::uuid[])`);
/** What went with the album; what was thrown away before it did stays in the bin. */
export const restoreBinnedOfAlbum = (tx: Tx, albumId: string) => moveBack(tx, sql`album_id = ${albumId} and with_album`);

/** These of the bin, locked, with what decides whether they may come back. */
export const lockBinned = (tx: Tx, ids: string[]) =>
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

/** Whose files these of the bin show. */
export const listBinnedPayers = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select distinct files.owner_id as id from binned_media join files on files.id = binned_media.file_id
    where binned_media.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};

export const deleteBinned = (tx: Tx, ids: string[]) =>
  tx.deleteFrom('binned_media').where('id', 'in', ids).returning(['id', 'file_id']).execute();

export const deleteBinnedOfAlbum = (tx: Tx, albumId: string) =>
  tx.deleteFrom('binned_media').where('album_id', '=', albumId).returning(['id', 'file_id']).execute();

/** Thrown away by itself, longer ago than `days`; what went with its album goes with it. */
export const listOverdue = async (db: Db, days: number, limit: number): Promise<string[]> => {
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

/** Whatever shows these files in anybody's bin. */
export const deleteBinnedOfAccount = (tx: Tx, fileIds: string[]) =>
  sql`delete from binned_media where file_id = any(${fileIds}::uuid[])`.execute(tx);
