/** Writes for the module transfers: copies of media, other files for media, and contributions to albums. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** From now on these media show other originals with the same bytes, or have them as the video of a live photo. */
export async function updateMediaFiles(tx: Tx, others: { id: string; isLiveVideo: boolean; fileId: string }[]): Promise<void> {
  for (const [isLiveVideo, group] of Map.groupBy(others, (other) => other.isLiveVideo)) {
    const column = sql.ref(isLiveVideo ? 'live_video_id' : 'file_id');
    await sql`
      update media set ${column} = other.file_id, updated_at = now()
      from unnest(${group.map(({ id }) => id)}::uuid[], ${group.map(({ fileId }) => fileId)}::uuid[]) as other (id, file_id)
      where media.id = other.id`.execute(tx);
  }
}

/** Transfers an account's contributions to others' albums to another account. */
export async function reassignContributions(
  tx: Tx,
  fileIds: readonly string[],
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  await sql`
    with given as materialized (
      select media.album_id, albums.created_by, sum(media.size_bytes) as bytes from media join albums on albums.id = media.album_id
      where media.file_id = any(${fileIds}::uuid[]) group by media.album_id, albums.created_by),
    fewer as (
      update album_contributions set size_bytes = album_contributions.size_bytes - given.bytes from given
      where album_contributions.album_id = given.album_id and album_contributions.user_id = ${fromId} and given.created_by <> ${fromId})
    insert into album_contributions as known (album_id, user_id, size_bytes)
    select album_id, ${toId}, bytes from given where created_by <> ${toId}
    on conflict (album_id, user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes`.execute(tx);
}

export interface MediaCopy {
  id: string;
  sourceId: string;
  fileId: string;
  /** Video of a live photo. */
  liveVideoId: string | null;
}

/** Inserts copies at the end of an album, in the given order. Returns the inserted ones, because sources may have been deleted in the meantime. */
export async function insertMediaCopies(
  tx: Tx,
  albumId: string,
  uploadedBy: string,
  copies: MediaCopy[],
): Promise<{ id: string; fileId: string; kind: string; isUnfinished: boolean }[]> {
  const list = (pick: (copy: MediaCopy) => string | null) => sql`${copies.map(pick)}::uuid[]`;
  const result = await sql<{ id: string; fileId: string; kind: string; isUnfinished: boolean }>`
    insert into media (id, album_id, file_id, kind, name, caption, sequence, status, failure_reason, uploaded_by, size_bytes, rotation,
      taken_edited_at, page_order, duration_ms, valid, live_video_id)
    select copy.id, ${albumId}, copy.file_id, media.kind, media.name, media.caption, ending.sequence + copy.place,
      media.status, media.failure_reason, ${uploadedBy}, media.size_bytes, media.rotation, media.taken_edited_at, media.page_order,
      media.duration_ms, media.valid, copy.live_video_id
    from unnest(${list((copy) => copy.id)}, ${list((copy) => copy.sourceId)}, ${list((copy) => copy.fileId)}, ${list((copy) => copy.liveVideoId)})
        with ordinality as copy (id, source_id, file_id, live_video_id, place)
      join media on media.id = copy.source_id,
      (select coalesce(max(sequence), 0) as sequence from media where album_id = ${albumId}) as ending
    returning id, file_id as "fileId", kind, status < 6 as "isUnfinished"`.execute(tx);
  return result.rows;
}

/** Counts an account's files in a family's albums as contributions of a guest from now on. */
export const insertGuestContributions = (tx: Tx, orgId: string, userId: string) =>
  sql`insert into album_contributions as known (album_id, user_id, size_bytes)
    select media.album_id, files.owner_id, sum(media.size_bytes) from albums join media on media.album_id = albums.id
      join files on files.id = media.file_id where albums.org_id = ${orgId} and files.owner_id = ${userId} group by media.album_id, files.owner_id
    on conflict (album_id, user_id) do update set size_bytes = excluded.size_bytes`.execute(tx);

/** Deletes this account's contributions to these albums of others. */
export const deleteContributionsByUser = (tx: Tx, albumIds: string[], userId: string) =>
  sql`delete from album_contributions where user_id = ${userId} and album_id = any(${albumIds}::uuid[])`.execute(tx);

/** Media found by name under this key belong to this account. */
export const insertOwnerSearchKey = (tx: Tx, key: string, userId: string) =>
  tx.insertInto('further_search_keys').values({ key, user_id: userId }).execute();
