import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** More than any client shows. */
const MAX_ENTRIES = 20_000;

export interface AlbumFolder {
  id: string;
  name: string;
  modifiedAt: Date;
}

/** A family the person belongs to. */
export interface FamilyFolder {
  orgId: string;
  name: string;
  isOwner: boolean;
  modifiedAt: Date;
}

/** In the order in which they joined. */
export const listFamilies = (db: Db, userId: string): Promise<FamilyFolder[]> =>
  db
    .selectFrom('organisation_members as member')
    .innerJoin('organisations', 'organisations.id', 'member.org_id')
    .select([
      'organisations.id as orgId',
      'organisations.name',
      sql<boolean>`member.org_role = 'owner'`.as('isOwner'),
      'member.joined_at as modifiedAt',
    ])
    .where('member.user_id', '=', userId)
    .orderBy('member.joined_at')
    .orderBy('organisations.id')
    .execute();

/** Lists own albums with those of the own family, and albums shared with write permission outside the folders of other families; each kind by creation date. */
export async function listRootAlbums(db: Db, userId: string, folderOrgIds: string[]): Promise<(AlbumFolder & { isOwn: boolean })[]> {
  const result = await sql<AlbumFolder & { isOwn: boolean }>`
    select albums.id, albums.name, albums.updated_at as "modifiedAt", albums.created_by = ${userId} as "isOwn" from (
      select id from albums where created_by = ${userId}
      union
      select album_id from album_shares where user_id = ${userId} and accepted_at is not null and permission = 'write') known
    join albums on albums.id = known.id
    where albums.deleted_at is null and (albums.org_id is null or albums.org_id <> all(${folderOrgIds}::uuid[]))
    order by albums.created_by <> ${userId}, albums.id limit ${MAX_ENTRIES}`.execute(db);
  return result.rows;
}

export const listFamilyAlbums = (db: Db, orgId: string): Promise<AlbumFolder[]> =>
  db
    .selectFrom('albums')
    .select(['albums.id', 'albums.name', 'albums.updated_at as modifiedAt'])
    .where('albums.org_id', '=', orgId)
    .where('albums.deleted_at', 'is', null)
    .orderBy('albums.id')
    .limit(MAX_ENTRIES)
    .execute();

export interface AlbumFile {
  /** Id of the media item. A live photo with a separate video has two files. */
  id: string;
  name: string;
  /** True for the video of a live photo. */
  isLiveVideo: boolean;
  fileId: string;
  originalName: string;
  /** Name under which the photo was uploaded, or what else the item shows. */
  shownName: string;
  mimetype: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export async function listAlbumFiles(db: Db, albumId: string): Promise<AlbumFile[]> {
  const { rows } = await sql<AlbumFile>`
    select media.id, media.name, part.is_live_video as "isLiveVideo", files.id as "fileId", files.original_name as "originalName",
      shown.original_name as "shownName", files.mimetype, files.size_bytes as "sizeBytes", files.created_at as "modifiedAt"
    from media join files as shown on shown.id = media.file_id
    cross join lateral (values (media.file_id, false), (media.live_video_id, true)) as part (file_id, is_live_video)
    join files on files.id = part.file_id
    where media.album_id = ${albumId} order by media.id, part.is_live_video limit ${MAX_ENTRIES}`.execute(db);
  return rows;
}
