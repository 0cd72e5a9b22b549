import type { BinnedAlbum, BinnedMedia, BinnedPlaylist, purgeBody, restoreBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AlbumsApi, assertAlbumCapacity, lockAlbumContents } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import type { FilesApi } from '../files/index.ts';
import {
  deleteAlbumMedia,
  deleteBinnedAlbumMedia,
  deleteBinnedMedia,
  enqueueMediaJob,
  listBinnedFileOwners,
  listFileOwners,
  lockBinnedMedia,
  moveAlbumMediaToBin,
  type RestoredMedia,
  restoreAlbumMedia,
  restoreBinnedMedia,
} from '../media/index.ts';
import { authorizeCreate, authorizeList, listOrganisationIds, type OwnerScope } from '../organisations/index.ts';
import { playlistBin } from './bin.events.ts';
import { presentBinnedAlbum, presentBinnedMedia } from './bin.presenter.ts';
import { listBinFileOwners, listBinnedMedia, listDeletedAlbums } from './bin.read-model.ts';

const BATCH_SIZE = 300;

type BinOperationsDeps = Pick<Platform, 'queue'> & { albums: Pick<AlbumsApi, 'contentChanged'>; files: Pick<FilesApi, 'removeUnused'> };

interface OwnedObject {
  ownerId: string;
  orgId: string | null;
}

/** The bin of an account or its family: list, restore, and delete permanently. */
export function createBinService({ db, port, albums }: Pick<Platform, 'db' | 'port'> & { albums: AlbumsApi }, media: BinOperations) {
  /** Members may restore and permanently delete what belongs to their family. */
  const createOwnershipCheck = async (tx: Tx, userId: string): Promise<(object: OwnedObject) => boolean> => {
    const orgIds = await listOrganisationIds(tx, userId);
    return ({ ownerId, orgId }) => ownerId === userId || (orgId !== null && orgIds.includes(orgId));
  };

  const lockOwnDeletedAlbums = async (tx: Tx, userId: string, ids: string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const requestedIds = new Set(ids);
    const isOwned = await createOwnershipCheck(tx, userId);
    const deleted = (await albums.lockDeletedAlbums(tx, [...requestedIds])).filter((album) =>
      isOwned({ ownerId: album.created_by, orgId: album.org_id }),
    );
    if (deleted.length !== requestedIds.size) throw new AppError('NOT_FOUND');
    return deleted.map((album) => album.id);
  };

  const assertOwnMedia = async (tx: Tx, userId: string, ids: string[]): Promise<void> => {
    const isOwned = await createOwnershipCheck(tx, userId);
    const owned = (await media.listBinnedOwners(tx, ids)).filter(isOwned);
    if (owned.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
  };

  const forEachBinnedBatch = async (tx: Tx, scope: OwnerScope, act: (ids: string[]) => Promise<void>): Promise<void> => {
    for (;;) {
      const rest = await media.listBinned(tx, scope, { page: 1, dataPerPage: BATCH_SIZE });
      if (rest.length === 0) return;
      await act(rest.map((entry) => entry._id));
    }
  };

  const listPlaylistIds = async (tx: Tx, scope: OwnerScope): Promise<string[]> =>
    (await port(playlistBin).list(tx, scope)).map((playlist) => playlist._id);

  const purgeAll = async (tx: Tx, scope: OwnerScope): Promise<void> => {
    await lockAccounts(tx, await listBinFileOwners(tx, scope));
    const deleted = await listDeletedAlbums(tx, scope);
    await albums.purge(
      tx,
      await lockOwnDeletedAlbums(
        tx,
        scope.userId,
        deleted.map((album) => album.id),
      ),
    );
    await forEachBinnedBatch(tx, scope, (ids) => media.purgeMedia(tx, ids));
    for (let ids = await listPlaylistIds(tx, scope); ids.length > 0; ids = await listPlaylistIds(tx, scope))
      await port(playlistBin).purge(tx, scope.userId, ids);
  };

  /** Restores these playlists, or as many of the scope as one list contains. Returns their number. */
  const restorePlaylists = (userId: string, selection: string[] | ((tx: Tx) => Promise<OwnerScope>)): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const ids = Array.isArray(selection) ? selection : await listPlaylistIds(tx, await selection(tx));
      await port(playlistBin).restore(tx, userId, ids);
      return ids.length;
    });

  const restoreAlbums = async (tx: Tx, userId: string, ids: string[]): Promise<void> => {
    for (const id of await lockOwnDeletedAlbums(tx, userId, ids)) await albums.restore(tx, id);
  };

  const restoreAll = async (tx: Tx, actor: Person, scope: OwnerScope): Promise<void> => {
    const deleted = await listDeletedAlbums(tx, scope);
    await restoreAlbums(
      tx,
      scope.userId,
      deleted.map((album) => album.id),
    );
    await forEachBinnedBatch(tx, scope, (ids) => media.restoreMedia(tx, actor, ids));
  };

  return {
    async list(
      actor: Person,
      requestedScope: OwnerScope,
      page: { page: number; dataPerPage: number },
    ): Promise<{ albums: BinnedAlbum[]; playlists: BinnedPlaylist[]; medias: BinnedMedia[] }> {
      const scope = await authorizeList(db, actor, requestedScope);
      const isFirst = page.page === 1;
      return {
        albums: isFirst ? (await listDeletedAlbums(db, scope)).map(presentBinnedAlbum) : [],
        playlists: isFirst ? await port(playlistBin).list(db, scope) : [],
        medias: await media.listBinned(db, scope, page),
      };
    },

    /**
     * Restores albums first, because the requested media may be in them. Playlists follow in a separate transaction, because they lock memberships,
     * which come before all other locks.
     */
    async restore(
      actor: Person,
      userId: string,
      { mediaIdArr, albumIdArr, playlistIdArr, all, orgId }: z.infer<typeof restoreBody>,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        if (all) return restoreAll(tx, actor, await authorizeList(tx, actor, { userId, orgId }));
        await restoreAlbums(tx, userId, albumIdArr);
        // Checks the permission for each album.
        await media.restoreMedia(tx, actor, mediaIdArr);
      });
      if (!all) await restorePlaylists(userId, playlistIdArr);
      else while ((await restorePlaylists(userId, (tx) => authorizeList(tx, actor, { userId, orgId }))) > 0);
    },

    purge: (
      actor: Person,
      userId: string,
      { mediaIdArr, albumIdArr, playlistIdArr, all, orgId }: z.infer<typeof purgeBody>,
    ): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorizeCreate(tx, actor, { userId, orgId });
        if (all) return purgeAll(tx, { userId, orgId });
        // Lock all accounts at once: albums and media of the bin may use the storage of the same accounts.
        await lockAccounts(tx, await media.listFileOwners(tx, { albumIds: albumIdArr, mediaIds: mediaIdArr }));
        await albums.purge(tx, await lockOwnDeletedAlbums(tx, userId, albumIdArr));
        await assertOwnMedia(tx, userId, mediaIdArr);
        await media.purgeMedia(tx, mediaIdArr);
        await port(playlistBin).purge(tx, userId, playlistIdArr);
      }),
  };
}

export type BinService = ReturnType<typeof createBinService>;

/**
 * Deleted media go to the bin with their ids and positions. There they still count as stored by their uploader, but not against their album. From the bin
 * they are restored or deleted permanently. Each function runs in the caller's transaction.
 */
export function createBinOperations({ queue, albums, files }: BinOperationsDeps) {
  /** Continues processing that was interrupted by the bin. */
  const resumeProcessing = async (tx: Tx, restored: RestoredMedia[]) => {
    for (const { file_id, kind, isUnfinished, ownerId, unfinishedVideoId } of restored) {
      if (isUnfinished) await enqueueMediaJob(tx, queue, kind, { fileId: file_id, ownerId });
      if (unfinishedVideoId) await enqueueMediaJob(tx, queue, 'video', { fileId: unfinishedVideoId, ownerId });
    }
  };

  const deleteUnusedFiles = (tx: Tx, deletedRows: { file_id: string; live_video_id: string | null }[]) =>
    files.removeUnused(tx, [
      ...new Set(deletedRows.flatMap((row) => (row.live_video_id ? [row.file_id, row.live_video_id] : [row.file_id]))),
    ]);

  const restoreToAlbum = async (tx: Tx, actor: Person, albumId: string, rows: { id: string; size_bytes: number }[]) => {
    const album = await lockAlbumContents(tx, albumId);
    if (!album) throw new AppError('ALBUM_IN_BIN');
    const reserved = await sumReservations(tx, actor.userId, albumId);
    const sizeBytes = rows.reduce((sum, row) => sum + row.size_bytes, 0);
    assertAlbumCapacity(sizeBytes, album.size_bytes + reserved.album);
    await resumeProcessing(
      tx,
      await restoreBinnedMedia(
        tx,
        rows.map((row) => row.id),
      ),
    );
    await albums.contentChanged(tx, albumId);
  };

  return {
    /** Moves all media of a deleted album to the bin. */
    moveAlbumToBin: async (tx: Tx, albumId: string): Promise<void> => void (await moveAlbumMediaToBin(tx, albumId)),

    /** Restores media together with their album. The caller has checked the permission and notifies. */
    restoreAlbum: async (tx: Tx, albumId: string): Promise<void> => resumeProcessing(tx, await restoreAlbumMedia(tx, albumId)),

    /** Restores media to their albums and positions. NOT_FOUND, ALBUM_FULL, ALBUM_IN_BIN. */
    async restoreMedia(tx: Tx, actor: Person, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      const rows = await lockBinnedMedia(tx, ids);
      if (rows.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
      if (rows.some((row) => row.is_album_binned)) throw new AppError('ALBUM_IN_BIN');
      const albums = Map.groupBy(rows, (row) => row.album_id);
      await authorize(tx, actor, 'album.update', [...albums.keys()]);
      for (const albumId of [...albums.keys()].sort()) await restoreToAlbum(tx, actor, albumId, albums.get(albumId) ?? []);
    },

    /** Deletes media permanently. The caller has checked the owner (`listBinnedOwners`). */
    async purgeMedia(tx: Tx, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await lockAccounts(tx, await listBinnedFileOwners(tx, ids));
      await deleteUnusedFiles(tx, await deleteBinnedMedia(tx, ids));
    },

    /** Deletes all media of an album, including those in the bin, before the album itself is deleted permanently. */
    deleteAlbumMedia: async (tx: Tx, albumId: string): Promise<void> =>
      deleteUnusedFiles(tx, [...(await deleteAlbumMedia(tx, albumId)), ...(await deleteBinnedAlbumMedia(tx, albumId))]),

    /** Lists the accounts whose storage these albums and media use. */
    listFileOwners: async (tx: Tx, { albumIds, mediaIds }: { albumIds: string[]; mediaIds: string[] }): Promise<string[]> => [
      ...(await listFileOwners(tx, albumIds)),
      ...(await listBinnedFileOwners(tx, mediaIds)),
    ],

    /** Locks the given media that are in a bin, and returns the owners of their albums. */
    async listBinnedOwners(tx: Tx, ids: string[]): Promise<{ id: string; albumId: string; ownerId: string; orgId: string | null }[]> {
      if (ids.length === 0) return [];
      return (await lockBinnedMedia(tx, ids)).map((row) => ({
        id: row.id,
        albumId: row.album_id,
        ownerId: row.owner_id,
        orgId: row.org_id,
      }));
    },

    listBinned: async (db: Db, scope: OwnerScope, page: { page: number; dataPerPage: number }): Promise<BinnedMedia[]> =>
      (await listBinnedMedia(db, scope, page)).map(presentBinnedMedia),
  };
}

export type BinOperations = ReturnType<typeof createBinOperations>;
