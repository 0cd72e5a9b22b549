import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isInAlbum } from './media.store.ts';

/** The other half of a live photo, as an item of the album. */
export interface LivePhotoPart {
  mediaId: string;
  fileId: string;
  sizeBytes: number;
}

interface PartSearch {
  /** Content identifier and owner of the file that is added to the album. */
  contentId: string;
  ownerId: string;
  /** Kind of the other half. */
  kind: 'image' | 'video';
  albumId: string;
  uploadedBy: string;
  /** Name of the item that is added. A half of the same name is preferred. */
  name: string;
}

/** An identifier may be shared by any number of files, of which only the newest are examined. */
const MAX_CANDIDATES = 20;
const MAX_HOURS_APART = 24;

/**
 * Finds the other half of a live photo in the album: a photo without a video, or a video, that the same account added within a day. Its file has the same
 * content identifier and the same owner. The caller holds the album's lock.
 */
export async function findLivePhotoPart(
  db: Db,
  { contentId, ownerId, kind, albumId, uploadedBy, name }: PartSearch,
): Promise<LivePhotoPart | undefined> {
  const { rows } = await sql<LivePhotoPart>`
    select media.id as "mediaId", media.file_id as "fileId", media.size_bytes as "sizeBytes" from (
      select id from files where content_id = ${contentId} and kind = ${kind} and owner_id = ${ownerId} and root_id is null
      order by id desc limit ${MAX_CANDIDATES}) as other
    cross join lateral (select id, file_id, size_bytes, name from media
      where media.file_id = other.id and ${isInAlbum(albumId)} and media.uploaded_by = ${uploadedBy} and media.live_video_id is null
        and media.created_at > now() - make_interval(hours => ${MAX_HOURS_APART}) order by media.id limit 1) as media
    order by media.name = ${name} desc, media.id limit 1`.execute(db);
  return rows[0];
}

/** Adds the video to a photo. The photo has the size of both from now on. */
export const addLiveVideo = (tx: Tx, mediaId: string, video: { fileId: string; sizeBytes: number }) =>
  sql`update media set live_video_id = ${video.fileId}, size_bytes = size_bytes + ${video.sizeBytes}, updated_at = now()
    where id = ${mediaId}`.execute(tx);

/** Deletes the item of a video that belongs to a photo now. Its file stays. */
export const deleteVideoItem = (tx: Tx, mediaId: string) => tx.deleteFrom('media').where('id', '=', mediaId).execute();

/** Returns true when an album shows the file as an item, and not only as the video of a photo. */
export const isShownAsItem = async (db: Db, fileId: string): Promise<boolean> =>
  (await db.selectFrom('media').select('id').where('file_id', '=', fileId).limit(1).executeTakeFirst()) !== undefined;
