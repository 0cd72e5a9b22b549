import { LIMITS } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import { lockReferencedAlbums } from '../albums/index.ts';
import type { PlaylistBin } from '../bin/index.ts';
import { countOwnBinnedPlaylists, listBinnedAlbumIds, listBinnedPlaylists } from './playlist-bin.read-model.ts';
import {
  copyPlaylistFromBin,
  copyPlaylistToBin,
  deleteBinnedPlaylists,
  deleteExpiredPlaylists,
  lockBinnedMemberships,
  lockBinnedPlaylists,
} from './playlist-bin.store.ts';
import { playlistDeleting, playlistRestored } from './playlists.events.ts';
import { findPlaylistAudience } from './playlists.read-model.ts';
import { deletePlaylist, listEntries, lockPlaylist } from './playlists.store.ts';

export interface PlaylistBinDeps {
  db: Database;
  emit: Emit;
  /** Notifies these accounts that their playlists changed. */
  nudge: (tx: Tx, userIds: string[]) => Promise<unknown>;
}

const HOUR_MS = 60 * 60_000;
const PURGE_BATCH = 100;

/** Moves playlists to the bin with their albums and publishes, and restores them from there. */
export function createPlaylistBin({ db, emit, nudge }: PlaylistBinDeps) {
  const assertOwn = async (tx: Tx, userId: string, ids: readonly string[]): Promise<void> => {
    if ((await countOwnBinnedPlaylists(tx, userId, [...ids])) !== ids.length) throw new AppError('NOT_FOUND');
  };

  const restoreOne = async (tx: Tx, id: string): Promise<void> => {
    await copyPlaylistFromBin(tx, id);
    await emit(tx, playlistRestored, { playlistId: id });
    await deleteBinnedPlaylists(tx, [id]);
    await nudge(tx, await findPlaylistAudience(tx, id));
  };

  const bin: PlaylistBin = {
    list: listBinnedPlaylists,

    async restore(tx, userId, requestedIds) {
      const ids = [...new Set(requestedIds)];
      if (ids.length === 0) return;
      await lockBinnedMemberships(tx, ids);
      const albumIds = await listBinnedAlbumIds(tx, ids);
      if (albumIds.length > 0) await lockReferencedAlbums(tx, albumIds);
      const locked = await lockBinnedPlaylists(tx, ids);
      // A concurrent request may have restored or deleted some of them.
      await assertOwn(tx, userId, ids);
      for (const id of locked) await restoreOne(tx, id);
    },

    async purge(tx, userId, requestedIds) {
      const ids = [...new Set(requestedIds)];
      if (ids.length === 0) return;
      await lockBinnedPlaylists(tx, ids);
      await assertOwn(tx, userId, ids);
      await deleteBinnedPlaylists(tx, ids);
    },
  };

  const purgeExpired = async (): Promise<void> => {
    while ((await db.transaction().execute((tx) => deleteExpiredPlaylists(tx, LIMITS.binDays, PURGE_BATCH))) === PURGE_BATCH);
  };

  return {
    bin,

    /** Moves a playlist to the bin. The caller has authorized it. NOT_FOUND. */
    async moveToBin(tx: Tx, id: string): Promise<void> {
      const albumIds = (await listEntries(tx, id)).map((entry) => entry.album_id);
      // The bin refers to the albums, which are locked before playlists.
      if (albumIds.length > 0) await lockReferencedAlbums(tx, albumIds);
      if (!(await lockPlaylist(tx, id))) throw new AppError('NOT_FOUND');
      const audience = await findPlaylistAudience(tx, id);
      await copyPlaylistToBin(tx, id);
      await emit(tx, playlistDeleting, { playlistId: id });
      await deletePlaylist(tx, id);
      await nudge(tx, audience);
    },

    workerTasks: [{ name: 'playlists.bin', everyMs: HOUR_MS, run: purgeExpired }] satisfies PeriodicTask[],
  };
}
