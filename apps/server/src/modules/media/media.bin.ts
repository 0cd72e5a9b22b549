import type { BinnedMedia } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { assertAlbumCapacity, lockAlbumContents } from '../albums/index.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import type { OwnerScope } from '../organisations/index.ts';
import { listFileOwners } from './album-contents.read-model.ts';
import { listBinnedMedia } from './bin.read-model.ts';
import {
  deleteBinnedAlbumMedia,
  deleteBinnedMedia,
  listBinnedFileOwners,
  lockBinnedMedia,
  moveAlbumMediaToBin,
  type RestoredMedia,
  restoreAlbumMedia,
  restoreBinnedMedia,
} from './binned-media.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { enqueueMediaJob } from './media.jobs.ts';
import { presentBinnedMedia } from './media.presenter.ts';
import { deleteAlbumMedia } from './media.store.ts';

/**
 * Deleting is forgiving: media go to the bin with their ids and their places. There they still count as stored by whoever
 * brought them, not by their album. Out of it they go back, or for good. Each works inside the caller's transaction.
 */
export function createBinOperations({ queue, albums, files }: Pick<MediaDeps, 'queue' | 'albums' | 'files'>) {
  /** What was interrupted by the bin is taken up again. */
  const resumeProcessing = async (tx: Tx, restored: RestoredMedia[]) => {
    for (const { file_id, kind, isUnfinished, ownerId } of restored)
      if (isUnfinished) await enqueueMediaJob(tx, queue, kind, { fileId: file_id, ownerId });
  };

  const deleteUnusedFiles = (tx: Tx, gone: { file_id: string }[]) => files.removeUnused(tx, [...new Set(gone.map((row) => row.file_id))]);

  const restoreToAlbum = async (tx: Tx, actor: Person, albumId: string, rows: { id: string; size_bytes: number }[]) => {
    const album = await lockAlbumContents(tx, albumId);
    if (!album) throw new AppError('ALBUM_IN_BIN');
    const promised = await sumReservations(tx, actor.userId, albumId);
    const sizeBytes = rows.reduce((sum, row) => sum + row.size_bytes, 0);
    assertAlbumCapacity(sizeBytes, album.size_bytes + promised.album);
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
    /** The album goes to the bin, and all its media with it. */
    moveAlbumToBin: async (tx: Tx, albumId: string): Promise<void> => void (await moveAlbumMediaToBin(tx, albumId)),

    /** The album is back: so is what went with it. The caller asked who may, and tells of it. */
    restoreAlbum: async (tx: Tx, albumId: string): Promise<void> => resumeProcessing(tx, await restoreAlbumMedia(tx, albumId)),

    /** Back to where they were. NOT_FOUND, ALBUM_FULL, ALBUM_IN_BIN. */
    async restoreMedia(tx: Tx, actor: Person, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      const rows = await lockBinnedMedia(tx, ids);
      if (rows.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
      if (rows.some((row) => row.is_album_binned)) throw new AppError('ALBUM_IN_BIN');
      const albums = Map.groupBy(rows, (row) => row.album_id);
      await authorize(tx, actor, 'album.update', [...albums.keys()]);
      for (const albumId of [...albums.keys()].sort()) await restoreToAlbum(tx, actor, albumId, albums.get(albumId) ?? []);
    },

    /** For good. Whose bin they are in is for the caller to ask: `findBinnedOwners`. */
    async purgeMedia(tx: Tx, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await lockAccounts(tx, await listBinnedFileOwners(tx, ids));
      await deleteUnusedFiles(tx, await deleteBinnedMedia(tx, ids));
    },

    /** All of an album, in it and in the bin, before the album itself goes for good. */
    deleteAlbumMedia: async (tx: Tx, albumId: string): Promise<void> =>
      deleteUnusedFiles(tx, [...(await deleteAlbumMedia(tx, albumId)), ...(await deleteBinnedAlbumMedia(tx, albumId))]),

    /** Whose storage these take. */
    listFileOwners: async (tx: Tx, { albumIds, mediaIds }: { albumIds: string[]; mediaIds: string[] }): Promise<string[]> => [
      ...(await listFileOwners(tx, albumIds)),
      ...(await listBinnedFileOwners(tx, mediaIds)),
    ],

    /** In whose bin these are; what is in none is left out. */
    async listBinnedOwners(tx: Tx, ids: string[]): Promise<{ id: string; albumId: string; ownerId: string; orgId: string | null }[]> {
      if (ids.length === 0) return [];
      return (await lockBinnedMedia(tx, ids)).map((row) => ({
        id: row.id,
        albumId: row.album_id,
        ownerId: row.owner_id,
        orgId: row.org_id,
      }));
    },

    listBinned: async (db: Db, whose: OwnerScope, page: { page: number; dataPerPage: number }): Promise<BinnedMedia[]> =>
      (await listBinnedMedia(db, whose, page)).map(presentBinnedMedia),
  };
}

export type BinOperations = ReturnType<typeof createBinOperations>;
