import { LIMITS } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Ports } from '../../platform/ports.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { reassignInvitations } from './album-shares.store.ts';
import { albumContentChanged, albumContents, albumPurging, albumRestored } from './albums.events.ts';
import type { AlbumNotifier } from './albums.live.ts';
import {
  clearCover,
  deleteAlbum,
  insertAlbum,
  listAlbumIds,
  listExpiredInBin,
  lockDeletedRows,
  markAlbumUpdated,
  markRestored,
  updateAlbum,
} from './albums.store.ts';

export interface LifecycleDeps {
  db: Database;
  nudges: AlbumNotifier;
  emit: Emit;
  port: Ports['port'];
}

const HOUR_MS = 60 * 60_000;
const PURGE_BATCH = 20;

/** Changes to albums as a reaction to events elsewhere. */
export function createAlbumLifecycle({ db, nudges, emit, port }: LifecycleDeps) {
  /** Locks those of these albums that are in the bin. The accounts whose storage they use are locked before, as everywhere. */
  const lockDeletedAlbums = async (tx: Tx, ids: string[]): ReturnType<typeof lockDeletedRows> => {
    await lockAccounts(tx, await port(albumContents).listFileOwners(tx, ids));
    return lockDeletedRows(tx, ids);
  };

  const purge = async (tx: Tx, ids: string[]): Promise<void> => {
    for (const id of ids.toSorted()) {
      // A cover holds its file as much as a media does.
      await updateAlbum(tx, id, { thumbnail_file_id: null, thumbnail_rotation: 0 });
      await emit(tx, albumPurging, { albumId: id });
      await deleteAlbum(tx, id);
    }
  };

  const purgeExpired = async (): Promise<void> => {
    for (;;) {
      const isDone = await db.transaction().execute(async (tx) => {
        const overdue = await listExpiredInBin(tx, LIMITS.binDays, PURGE_BATCH);
        if (overdue.length === 0) return true;
        // Another process may have restored or deleted some in the meantime.
        await purge(
          tx,
          (await lockDeletedAlbums(tx, overdue)).map((album) => album.id),
        );
        return overdue.length < PURGE_BATCH;
      });
      if (isDone) return;
    }
  };

  return {
    holdDeleted: lockDeletedAlbums,
    purge,

    /** Out of the bin, with what went there with it. */
    async restore(tx: Tx, id: string): Promise<void> {
      await markRestored(tx, id);
      await emit(tx, albumRestored, { albumId: id });
      await nudges.notifyReaders(tx, id);
    },

    housekeeping: [{ name: 'albums.bin', everyMs: HOUR_MS, run: purgeExpired }] satisfies PeriodicTask[],

    /** The album every account starts with. */
    createDefault: (tx: Tx, userId: string) =>
      insertAlbum(tx, { id: newId(), name: 'My photos', album_type: 'default', created_by: userId }),

    /** Deletes the albums of an account that is being deleted. */
    async deleteAccountAlbums(tx: Tx, userId: string): Promise<void> {
      await reassignInvitations(tx, userId);
      const ids = await listAlbumIds(tx, userId);
      for (const id of ids) await nudges.notifyReaders(tx, id);
      await purge(tx, ids);
    },

    /** Updates the modification time after a change to the album's media, and notifies its viewers unless the transaction did so before. */
    async markContentChanged(tx: Tx, albumId: string, { isNotified = false } = {}): Promise<void> {
      await markAlbumUpdated(tx, albumId);
      if (!isNotified) await nudges.notifyContentChanged(tx, albumId);
      await emit(tx, albumContentChanged, { albumId });
    },

    /** Removes a cover that was one of these originals, which the album no longer contains. */
    async clearCover(tx: Tx, albumId: string, fileIds: string[]): Promise<void> {
      if (fileIds.length > 0) await clearCover(tx, albumId, fileIds);
    },
  };
}
