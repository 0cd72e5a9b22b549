import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewAlbum {
  id: string;
  name: string;
  album_type?: string;
  created_by: string;
  org_id?: string;
}

export interface AlbumChange {
  name?: string;
  caption?: string;
  /** Null is the first picture again. */
  thumbnail_file_id?: string | null;
  thumbnail_rotation?: number;
  shows_places?: boolean;
}

export const insertAlbum = (tx: Tx, album: NewAlbum) => tx.insertInto('albums').values(album).execute();

export const updateAlbum = (tx: Tx, id: string, change: AlbumChange) =>
  tx
    .updateTable('albums')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteAlbum = (tx: Tx, id: string) => tx.deleteFrom('albums').where('id', '=', id).execute();

/** Locks the album for changes to it or its shares; undefined when it does not exist or is in the bin. */
export const lockAlbum = (tx: Tx, id: string) =>
  tx
    .selectFrom('albums')
    .select(['name', 'album_type', 'created_by', 'org_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
export type LockedAlbum = NonNullable<Awaited<ReturnType<typeof lockAlbum>>>;

/**
 * Locks the album's content; undefined when it does not exist or is in the bin. Its size and order have one writer at a time. Several albums are locked in
 * the order of their ids.
 */
export const lockAlbumContents = (tx: Tx, albumId: string) =>
  tx
    .selectFrom('albums')
    .select(['created_by', 'org_id', 'size_bytes'])
    .where('id', '=', albumId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The same for several albums, of which existing ones are returned. */
export const lockContentsOfAlbums = (tx: Tx, albumIds: string[]) =>
  tx.selectFrom('albums').select('id').where('id', 'in', albumIds).orderBy('id').forNoKeyUpdate().execute();

/** Prevents the deletion of these albums. For rows that refer to them, which would otherwise lock them after the playlist. */
export const lockReferencedAlbums = (tx: Tx, albumIds: string[]) =>
  tx.selectFrom('albums').select('id').where('id', 'in', albumIds).orderBy('id').forKeyShare().execute();

export const markAlbumUpdated = (tx: Tx, id: string) =>
  tx.updateTable('albums').set({ updated_at: sql`now()` }).where('id', '=', id).execute();

/** Removes the cover together with the media it was taken from. */
export const clearCover = (tx: Tx, id: string, fileIds: string[]) =>
  tx
    .updateTable('albums')
    .set({ thumbnail_file_id: null, thumbnail_rotation: 0 })
    .where('id', '=', id)
    .where('thumbnail_file_id', 'in', fileIds)
    .execute();

export const markDeleted = (tx: Tx, id: string) => tx.updateTable('albums').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();

export const markRestored = (tx: Tx, id: string) => tx.updateTable('albums').set({ deleted_at: null }).where('id', '=', id).execute();

/** Locks those of these albums that are in the bin, in the order of their ids. */
export const lockDeletedRows = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('albums')
    .select(['id', 'created_by', 'org_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** In the bin for longer than it keeps anything. */
export const listExpiredInBin = async (db: Db, days: number, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('albums')
      .select('id')
      .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .orderBy('deleted_at')
      .limit(limit)
      .execute()
  ).map((row) => row.id);

export const listAlbumIds = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('albums').select('id').where('created_by', '=', userId).orderBy('id').execute()).map((row) => row.id);

/** All of an organisation's, with those in its bin. */
export const listOrganisationAlbumIds = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('albums').select('id').where('org_id', '=', orgId).execute()).map((row) => row.id);

/** Locks an organisation's albums in the order of their ids, so that nothing is added in the meantime. */
export const lockOrganisationAlbums = async (tx: Tx, orgId: string): Promise<string[]> =>
  (await tx.selectFrom('albums').select('id').where('org_id', '=', orgId).orderBy('id').forUpdate().execute()).map((row) => row.id);

export const reassignAlbums = (tx: Tx, orgId: string, ownerId: string) =>
  tx.updateTable('albums').set({ created_by: ownerId }).where('org_id', '=', orgId).execute();

/** They are their owner's alone. */
export const detachAlbumsFromOrganisation = (tx: Tx, orgId: string) =>
  tx.updateTable('albums').set({ org_id: null }).where('org_id', '=', orgId).execute();
