import { MEDIA_STATUS } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface NewMedia {
  id: string;
  album_id: string;
  file_id: string;
  kind: 'image' | 'video';
  name: string;
  caption?: string;
  uploaded_by: string;
}

/** At the end of its album. */
export const insertMedia = (tx: Tx, media: NewMedia) =>
  tx
    .insertInto('media')
    .values({ ...media, sequence: sql<number>`(select coalesce(max(sequence), 0) + 1 from media where album_id = ${media.album_id})` })
    .execute();

export const updateMedia = (tx: Tx, id: string, change: { name?: string; caption?: string }) =>
  tx
    .updateTable('media')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** All media made of one original move on together, and never back. */
export const advanceStatus = (tx: Tx, fileId: string, status: number) =>
  tx
    .updateTable('media')
    .set({ status, progress: status === MEDIA_STATUS.complete ? 100 : 0, updated_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('status', '<', status)
    .execute();

/** Only media that nothing can be shown of yet: what plays stays. */
export const markFailed = (tx: Tx, fileId: string, reason: string) =>
  tx
    .updateTable('media')
    .set({ status: MEDIA_STATUS.failed, failure_reason: reason, updated_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('status', '<', MEDIA_STATUS.playable)
    .execute();

export const findMediaOfFile = (tx: Tx, fileId: string) =>
  tx.selectFrom('media').select(['id', 'album_id']).where('file_id', '=', fileId).orderBy('id').limit(1).executeTakeFirst();

/** Albums that hold this file, and who wants to hear of it: whose album it is and who put it there. */
export const listHolders = (tx: Tx, fileId: string) =>
  tx
    .selectFrom('media')
    .innerJoin('albums', 'albums.id', 'media.album_id')
    .select(['media.id as mediaId', 'media.album_id as albumId', 'media.uploaded_by as uploadedBy', 'albums.created_by as ownerId'])
    .where('media.file_id', '=', fileId)
    .orderBy('media.album_id')
    .execute();

/** Whose the album is; it cannot be deleted before this transaction ends. */
export const lockAlbumOwner = async (tx: Tx, albumId: string): Promise<string | undefined> =>
  (await tx.selectFrom('albums').select('created_by').where('id', '=', albumId).forKeyShare().executeTakeFirst())?.created_by;

export const deleteMedia = (tx: Tx, albumId: string, ids: string[]) =>
  tx.deleteFrom('media').where('album_id', '=', albumId).where('id', 'in', ids).returning('file_id').execute();

export const deleteMediaOfAlbum = (tx: Tx, albumId: string) =>
  tx.deleteFrom('media').where('album_id', '=', albumId).returning('file_id').execute();

/**
 * Originals whose media still wait although no job will come for them: a job that is killed with
 * the server over and over uses up its attempts without ever being able to say so.
 */
export const listAbandoned = (tx: Tx, jobKeyPrefix: string, minutes: number) =>
  sql<{ fileId: string }>`
    select distinct file_id as "fileId" from media
    where status in (1, 2) and updated_at < now() - make_interval(mins => ${minutes})
      and not exists (select from graphile_worker.jobs
        where jobs.key = ${jobKeyPrefix} || media.file_id::text and jobs.attempts < jobs.max_attempts)
    limit 100`
    .execute(tx)
    .then((result) => result.rows);
