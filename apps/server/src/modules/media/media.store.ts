import { MEDIA_STATUS, type MediaKind, type Rotation } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { lockContentsOfAlbums } from '../albums/index.ts';

export interface NewMedia {
  id: string;
  album_id: string;
  file_id: string;
  kind: MediaKind;
  name: string;
  caption?: string;
  uploaded_by: string;
  size_bytes: number;
  /** Default: uploaded. */
  status?: number;
  /** Position in the album; the default is the end. */
  sequence?: number;
}

export function insertMedia(tx: Tx, { sequence, ...media }: NewMedia) {
  const end = sql<number>`(select coalesce(max(sequence), 0) + 1 from media where album_id = ${media.album_id})`;
  return tx
    .insertInto('media')
    .values({ ...media, sequence: sequence ?? end })
    .execute();
}

/** Columns for when and how long screens show a media item. `valid` is JSON. */
export interface ScreenTimeColumns {
  duration_ms?: number | null;
  valid?: string | null;
}

/** Sets these columns of several media. Videos keep their length. */
export async function updateScreenTimes(
  tx: Tx,
  ids: readonly string[],
  { duration_ms: durationMs, valid }: ScreenTimeColumns,
): Promise<void> {
  const changes = [
    ...(durationMs === undefined ? [] : [sql`duration_ms = case when kind <> 'video' then ${durationMs}::integer end`]),
    ...(valid === undefined ? [] : [sql`valid = ${valid}::jsonb`]),
    sql`updated_at = now()`,
  ];
  await sql`update media set ${sql.join(changes)} where id = any(${ids}::uuid[])`.execute(tx);
}

export const updateMedia = (
  tx: Tx,
  id: string,
  change: { name?: string; caption?: string; taken_edited_at?: Date | null; page_order?: number[] | null } & ScreenTimeColumns,
) =>
  tx
    .updateTable('media')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Rotates an image and returns its original; undefined when it does not exist or is no image. */
export const rotateMedia = async (tx: Tx, id: string, angle: number): Promise<string | undefined> => {
  const row = await tx
    .updateTable('media')
    .set({ rotation: sql`(rotation + ${angle}::integer + 360) % 360`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('kind', '=', 'image')
    .returning('file_id')
    .executeTakeFirst();
  return row?.file_id;
};

/** True for media that show this original, or whose live photo has it as its video. */
const showsFile = (fileId: string) => sql<boolean>`(media.file_id = ${fileId} or media.live_video_id = ${fileId})`;

/** Locks the albums before their media change; arranging media requires the album's lock. */
export const lockAlbumsOfFile = async (tx: Tx, fileId: string): Promise<void> => {
  const rows = await tx.selectFrom('media').select('album_id').distinct().where(showsFile(fileId)).execute();
  if (rows.length > 0)
    await lockContentsOfAlbums(
      tx,
      rows.map((row) => row.album_id),
    );
};

/** Returns the given originals that the album shows. */
export const listShownFileIds = async (db: Db, albumId: string, fileIds: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('media')
    .select('file_id')
    .distinct()
    .where('album_id', '=', albumId)
    .where('file_id', 'in', fileIds)
    .execute();
  return rows.map((row) => row.file_id);
};

/** Finds the original of a media item and its owner. */
export const findShownFile = (db: Db, id: string) =>
  db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select(['media.kind', 'media.file_id', 'media.live_video_id', 'media.size_bytes', 'files.owner_id'])
    .where('media.id', '=', id)
    .executeTakeFirst();

export const isVideo = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('media').select('kind').where('id', '=', id).executeTakeFirst())?.kind === 'video';

/** Returns the number of pages of a document; null while it is unknown, and for other kinds. */
export const findPageCount = async (db: Db, id: string): Promise<number | null> => {
  const media = db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select('files.page_count')
    .where('media.id', '=', id);
  return (await media.executeTakeFirst())?.page_count ?? null;
};

/** Shows all pages of a document where its order of pages contains some that do not exist, such as those of a replaced file. */
export async function resetMissingPages(tx: Tx, fileId: string, pageCount: number): Promise<void> {
  for (const table of ['media', 'binned_media'])
    await sql`update ${sql.table(table)} set page_order = null where file_id = ${fileId} and ${pageCount} < any(page_order)`.execute(tx);
}

/** Replaces the original of a media item, and the video of a live photo. `status`: what of the new original exists already. */
export const updateShownFile = (
  tx: Tx,
  id: string,
  shown: { file_id: string; live_video_id: string | null; size_bytes: number; rotation: number; status: number },
) =>
  tx
    .updateTable('media')
    .set({ ...shown, failure_reason: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const findAlbumIdOfMedia = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('media').select('album_id').where('id', '=', id).executeTakeFirst())?.album_id;

/** Groups media by their albums, in the order of the albums' ids. Ids that do not exist are left out. */
export async function groupMediaByAlbum(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ albumId: string; ids: string[] }>`
    select album_id as "albumId", json_agg(id) as ids from media where id = any(${ids}::uuid[]) group by album_id order by album_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.albumId, row.ids]));
}

/** Locks media before they are deleted, in the order of their ids, like other statements on several media. */
export const lockMedia = (tx: Tx, ids: readonly string[]) =>
  sql`select from media where id = any(${ids}::uuid[]) order by id for update`.execute(tx);

/** Raises the status of all media that show this original, and returns those that became playable. The status never decreases. */
export async function advanceMediaStatus(tx: Tx, fileId: string, status: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; was_playable: boolean }>`
    update media set status = ${status}, updated_at = now() from media before
    where before.id = media.id and before.file_id = ${fileId} and media.file_id = ${fileId} and media.status < ${status}
    returning media.id, before.status >= ${MEDIA_STATUS.playable} as was_playable`.execute(tx);
  return status < MEDIA_STATUS.playable ? [] : rows.filter((row) => !row.was_playable).map(({ id }) => id);
}

/** Marks media of the file as failed, except media that can already be played. */
export const markMediaFailed = (tx: Tx, fileId: string, reason: string) =>
  tx
    .updateTable('media')
    .set({ status: MEDIA_STATUS.failed, failure_reason: reason, updated_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('status', '<', MEDIA_STATUS.playable)
    .returning('id')
    .execute();

/** Finds the file of a media whose processing failed; undefined in every other state. */
export const findFailedFile = (db: Db, mediaId: string) =>
  db
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select(['media.file_id as fileId', 'media.kind as kind', 'files.owner_id as ownerId'])
    .where('media.id', '=', mediaId)
    .where('media.status', '=', MEDIA_STATUS.failed)
    .executeTakeFirst();

/** Sets failed media of the file to waiting again, in all albums. */
export const resetFailedMedia = (tx: Tx, fileId: string) =>
  tx
    .updateTable('media')
    .set({ status: MEDIA_STATUS.uploaded, failure_reason: null, updated_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('status', '=', MEDIA_STATUS.failed)
    .execute();

/** Locks a video until the transaction ends; undefined when it does not exist. The caller has locked its albums. */
export const lockVideo = (tx: Tx, mediaId: string) =>
  tx
    .selectFrom('media')
    .select(['id', 'file_id', 'status', 'owner_id'])
    .where('id', '=', mediaId)
    .where('kind', '=', 'video')
    .forUpdate()
    .executeTakeFirst();

/** Lists the rotations in which albums show the picture, starting with 0. */
export const listRotations = async (db: Db, fileId: string): Promise<Rotation[]> => {
  const rows = await db.selectFrom('media').select('rotation').distinct().where('file_id', '=', fileId).orderBy('rotation').execute();
  return rows.map((row) => row.rotation as Rotation);
};

export const findFirstMediaOfFile = (db: Db, fileId: string) =>
  db.selectFrom('media').select(['id', 'album_id', 'uploaded_by']).where(showsFile(fileId)).orderBy('id').limit(1).executeTakeFirst();

/** The media that show this file, or have it as the video of a live photo. */
export const listMediaOfFile = (db: Db, fileId: string) =>
  db.selectFrom('media').select(['id as mediaId', 'album_id as albumId']).where(showsFile(fileId)).orderBy('album_id').execute();

/**
 * True when a media item is in this album, for media selected by id. The casts prevent the use of an index: PostgreSQL underestimates large
 * albums and would otherwise scan a whole album for a few ids.
 */
export const isInAlbum = (albumId: string) => sql<boolean>`media.album_id::text = ${albumId}::uuid::text`;

export const deleteAlbumMedia = (tx: Tx, albumId: string) =>
  tx.deleteFrom('media').where('album_id', '=', albumId).returning(['file_id', 'live_video_id']).execute();

/**
 * Deletes media with this account's files from the albums of others, and returns those albums' ids in order; its own albums delete their media themselves.
 * Files that it added to a family belong to the family's owner and stay.
 */
export const deleteAccountMediaInOtherAlbums = async (tx: Tx, userId: string, fileIds: string[]): Promise<string[]> => {
  const result = await sql<{ album_id: string }>`
    with gone as (
      delete from media using albums
      where albums.id = media.album_id and media.file_id = any(${fileIds}::uuid[]) and albums.created_by <> ${userId} returning media.album_id)
    select distinct album_id from gone order by album_id`.execute(tx);
  return result.rows.map((row) => row.album_id);
};

/** Lists the accounts that ever added files to albums of this account. */
export const listContributors = async (db: Db, ownerId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('album_contributions')
      .innerJoin('albums', 'albums.id', 'album_contributions.album_id')
      .select('album_contributions.user_id')
      .distinct()
      .where('albums.created_by', '=', ownerId)
      .execute()
  ).map((row) => row.user_id);

/**
 * Lists originals whose media still wait although no job is left. A job that is killed together with the server repeatedly uses up its attempts without
 * reporting a failure.
 */
export const listAbandonedFiles = (db: Db, jobKeyPrefix: string, minutes: number) =>
  sql<{ fileId: string }>`
    select distinct file_id as "fileId" from media
    where status in (1, 2) and updated_at < now() - make_interval(mins => ${minutes})
      and not exists (select from graphile_worker.jobs
        where jobs.key = ${jobKeyPrefix} || media.file_id::text and jobs.attempts < jobs.max_attempts)
    limit 100`
    .execute(db)
    .then((result) => result.rows);
