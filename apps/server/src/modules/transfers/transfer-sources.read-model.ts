import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { FileOwnerScope } from '../albums/index.ts';
import { isInAlbum } from '../media/index.ts';

/**
 * For the row `files`: true when an album or a bin outside this scope shows it, not counting these media. Skipped for owners without a family, because a file
 * may be shown thousands of times.
 */
const isUsedOutsideScope = (orgId: string | null, exceptIds: readonly string[]) => sql<boolean>`(case
  when ${orgId}::uuid is null
    and not exists (select from organisation_members owner where owner.user_id = files.owner_id and owner.org_role = 'owner') then false
  else exists (
    select from media shown join albums on albums.id = shown.album_id
    where (shown.file_id = files.id or shown.live_video_id = files.id) and albums.org_id is distinct from ${orgId}::uuid and shown.id <> all(${exceptIds}::uuid[]))
  or exists (
    select from binned_media shown join albums on albums.id = shown.album_id
    where (shown.file_id = files.id or shown.live_video_id = files.id) and albums.org_id is distinct from ${orgId}::uuid) end)`;

/** A file to transfer, with the facts that determine whether it must be copied. */
export interface SourceFile {
  fileId: string;
  kind: string;
  ownerId: string;
  sizeBytes: number;
  isShownOutside: boolean;
  /** An original with the same bytes that already belongs to that scope. */
  existingFileId: string | null;
}

/** A file of media to be copied or moved. A live photo with a separate video has two. */
export interface SourceMedia extends SourceFile {
  /** Id of the media item. */
  id: string;
  /** True for the video of a live photo. */
  isLiveVideo: boolean;
}

const selectSourceFile = (ownerScope: FileOwnerScope, exceptIds: readonly string[]) => sql`
  files.id as "fileId", files.kind, files.owner_id as "ownerId", files.size_bytes as "sizeBytes",
  ${isUsedOutsideScope(ownerScope.orgId, exceptIds)} as "isShownOutside",
  (select own.id from files own where own.owner_id = ${ownerScope.ownerId} and own.sha256 = files.sha256 and own.root_id is null
    and exists (select from files where files.id = own.id and not ${isUsedOutsideScope(ownerScope.orgId, [])})
    order by own.id limit 1) as "existingFileId"`;

/** Lists the files of the given media that are in the album, in its order. The video of a live photo follows the photo. `exceptIds` are the media that leave the album. */
export async function listSourceMedia(
  db: Db,
  albumId: string,
  ids: string[],
  ownerScope: FileOwnerScope,
  exceptIds: readonly string[] = [],
): Promise<SourceMedia[]> {
  const result = await sql<SourceMedia>`
    select media.id, part.is_live_video as "isLiveVideo", ${selectSourceFile(ownerScope, exceptIds)}
    from media cross join lateral (values (media.file_id, false), (media.live_video_id, true)) as part (file_id, is_live_video)
    join files on files.id = part.file_id
    where media.id = any(${ids}::uuid[]) and ${isInAlbum(albumId)}
    order by media.sequence, media.id, part.is_live_video`.execute(db);
  return result.rows;
}

/** Lists the given originals that this account uploaded, in any order. */
export async function listUploadedFiles(
  db: Db,
  fileIds: readonly string[],
  userId: string,
  ownerScope: FileOwnerScope,
): Promise<SourceFile[]> {
  const result = await sql<SourceFile>`
    select ${selectSourceFile(ownerScope, [])} from files where id = any(${fileIds}::uuid[]) and owner_id = ${userId} and root_id is null`.execute(
    db,
  );
  return result.rows;
}

/** Lists originals of this account that only albums of its family show. */
export async function listFilesOfFamilyScope(db: Db, orgId: string, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where owner_id = ${ownerId} and root_id is null and not ${isUsedOutsideScope(orgId, [])} and id in (
      select unnest(array[file_id, live_video_id]) from albums join media on media.album_id = albums.id where albums.org_id = ${orgId}
      union all select unnest(array[file_id, live_video_id]) from albums join binned_media on binned_media.album_id = albums.id
      where albums.org_id = ${orgId})`.execute(db);
  return rows.map((row) => row.id);
}

export interface ForeignCover {
  albumId: string;
  fileId: string;
}

/** Lists covers that match these conditions and are not media of their album, because a user chose a picture from elsewhere. */
async function listForeignCovers(db: Db, conditions: { files: RawBuilder<boolean>; albums: RawBuilder<boolean> }): Promise<ForeignCover[]> {
  const { rows } = await sql<ForeignCover>`
    select albums.id as "albumId", files.id as "fileId" from files join albums on albums.thumbnail_file_id = files.id
    where ${conditions.files} and ${conditions.albums}
      and not exists (select from media where media.album_id = albums.id and media.file_id = files.id)
    order by albums.id`.execute(db);
  return rows;
}

/** Lists covers of a family's albums that use pictures of a former member. */
export const listCoversByFormerMember = (db: Db, orgId: string, userId: string) =>
  listForeignCovers(db, { files: sql`files.owner_id = ${userId}`, albums: sql`albums.org_id = ${orgId}` });

/** Lists covers of albums outside this scope that use pictures of this scope. */
export const listCoversOutsideScope = (db: Db, fileIds: RawBuilder<string[]>, { ownerId, orgId }: FileOwnerScope) =>
  listForeignCovers(db, {
    files: sql`files.id = any(${fileIds})`,
    albums: sql`(albums.created_by <> ${ownerId} or albums.org_id is distinct from ${orgId}::uuid)`,
  });
