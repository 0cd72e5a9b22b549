import type { BinnedMedia } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { assertAlbumRoom, lockContents } from '../albums/index.ts';
import { holdAccounts, sumReservations } from '../entitlements/index.ts';
import type { OwnerScope } from '../organisations/index.ts';
import { listBinnedMedia } from './bin.read-model.ts';
import {
  binMediaOfAlbum,
  deleteBinned,
  deleteBinnedOfAlbum,
  listBinnedPayers,
  lockBinned,
  type Restored,
  restoreBinned,
  restoreBinnedOfAlbum,
} from './bin.store.ts';
import { payersOf } from './media.contents.ts';
import type { MediaDeps } from './media.deps.ts';
import { addMediaJob } from './media.job-types.ts';
import { presentBinnedMedia } from './media.presenter.ts';
import { deleteMediaOfAlbum } from './media.store.ts';

/**
 * Deleting is forgiving: media go to the bin with their ids and their places. There they still count as stored by whoever
 * brought them, not by their album. Out of it they go back, or for good. Each works inside the caller's transaction.
 */
export function createBin({ queue, albums, files }: Pick<MediaDeps, 'queue' | 'albums' | 'files'>) {
  /** What was interrupted by the bin is taken up again. */
  const resume = async (tx: Tx, restored: Restored[]) => {
    for (const { file_id, kind, isUnfinished, ownerId } of restored)
      if (isUnfinished) await addMediaJob(tx, queue, kind, { fileId: file_id, ownerId });
  };

  const purge = (tx: Tx, gone: { file_id: string }[]) => files.removeUnused(tx, [...new Set(gone.map((row) => row.file_id))]);

  const restoreToAlbum = async (tx: Tx, actor: Person, albumId: string, rows: { id: string; size_bytes: number }[]) => {
    const album = await lockContents(tx, albumId);
    if (!album) throw new AppError('ALBUM_IN_BIN');
    const promised = await sumReservations(tx, actor.userId, albumId);
    const sizeBytes = rows.reduce((sum, row) => sum + row.size_bytes, 0);
    assertAlbumRoom(sizeBytes, album.size_bytes + promised.album);
    await resume(
      tx,
      await restoreBinned(
        tx,
        rows.map((row) => row.id),
      ),
    );
    await albums.contentChanged(tx, albumId);
  };

  return {
    /** The album goes to the bin, and all its media with it. */
    binOfAlbum: async (tx: Tx, albumId: string): Promise<void> => void (await binMediaOfAlbum(tx, albumId)),

    /** The album is back: so is what went with it. The caller asked who may, and tells of it. */
    restoreOfAlbum: async (tx: Tx, albumId: string): Promise<void> => resume(tx, await restoreBinnedOfAlbum(tx, albumId)),

    /** Back to where they were. NOT_FOUND, ALBUM_FULL, ALBUM_IN_BIN. */
    async restoreMedia(tx: Tx, actor: Person, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      const rows = await lockBinned(tx, ids);
      if (rows.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
      if (rows.some((row) => row.is_album_binned)) throw new AppError('ALBUM_IN_BIN');
      const albums = Map.groupBy(rows, (row) => row.album_id);
      await authorize(tx, actor, 'album.update', [...albums.keys()]);
      for (const albumId of [...albums.keys()].sort()) await restoreToAlbum(tx, actor, albumId, albums.get(albumId) ?? []);
    },

    /** For good. Whose bin they are in is for the caller to ask: `findBinnedOwners`. */
    async purgeMedia(tx: Tx, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await holdAccounts(tx, await listBinnedPayers(tx, ids));
      await purge(tx, await deleteBinned(tx, ids));
    },

    /** All of an album, in it and in the bin, before the album itself goes for good. */
    removeOfAlbum: async (tx: Tx, albumId: string): Promise<void> =>
      purge(tx, [...(await deleteMediaOfAlbum(tx, albumId)), ...(await deleteBinnedOfAlbum(tx, albumId))]),

    /** Whose storage these take. */
    listPayers: async (tx: Tx, { albumIds, mediaIds }: { albumIds: string[]; mediaIds: string[] }): Promise<string[]> => [
      ...(await payersOf(tx, albumIds)),
      ...(await listBinnedPayers(tx, mediaIds)),
    ],

    /** In whose bin these are; what is in none is left out. */
    async findBinnedOwners(tx: Tx, ids: string[]): Promise<{ id: string; albumId: string; ownerId: string; orgId: string | null }[]> {
      if (ids.length === 0) return [];
      return (await lockBinned(tx, ids)).map((row) => ({ id: row.id, albumId: row.album_id, ownerId: row.owner_id, orgId: row.org_id }));
    },

    listBinned: async (db: Db, whose: OwnerScope, page: { page: number; dataPerPage: number }): Promise<BinnedMedia[]> =>
      (await listBinnedMedia(db, whose, page)).map(presentBinnedMedia),
  };
}

export type Bin = ReturnType<typeof createBin>;
