import { LIMITS } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { handOverInvitations } from './album-shares.store.ts';
import type { AlbumNudges } from './albums.nudges.ts';
import { clearCover, deleteAlbum, insertAlbum, listAlbumIds, listOverdue, lockDeleted, touchAlbum, updateAlbum } from './albums.store.ts';

export interface LifecycleDeps {
  db: Database;
  nudges: AlbumNudges;
  /** The album goes for good, and takes along what is left of its media; part of the same transaction. */
  onAlbumPurging: (tx: Tx, albumId: string) => Promise<void>;
}

const HOUR_MS = 60 * 60_000;
const BATCH = 20;

/** What happens to albums because something happened elsewhere. */
export function createAlbumLifecycle({ db, nudges, onAlbumPurging }: LifecycleDeps) {
  const purge = async (tx: Tx, ids: string[]): Promise<void> => {
    for (const id of ids.toSorted()) {
      // A cover holds its file as much as a media does.
      await updateAlbum(tx, id, { thumbnail_file_id: null, thumbnail_rotation: 0 });
      await onAlbumPurging(tx, id);
      await deleteAlbum(tx, id);
    }
  };

  const purgeOverdue = async (): Promise<void> => {
    for (;;) {
      const isDone = await db.transaction().execute(async (tx) => {
        const overdue = await listOverdue(tx, LIMITS.binDays, BATCH);
        if (overdue.length === 0) return true;
        // Another process may have restored or taken some meanwhile.
        await purge(
          tx,
          (await lockDeleted(tx, overdue)).map((album) => album.id),
        );
        return overdue.length < BATCH;
      });
      if (isDone) return;
    }
  };

  return {
    purge,
    housekeeping: [{ name: 'albums.bin', everyMs: HOUR_MS, run: purgeOverdue }] satisfies PeriodicTask[],

    /** The album every account starts with. */
    createDefault: (tx: Tx, userId: string) =>
      insertAlbum(tx, { id: newId(), name: 'My photos', album_type: 'default', created_by: userId }),

    /** The account goes, and its albums with it. */
    async removeOfAccount(tx: Tx, userId: string): Promise<void> {
      await handOverInvitations(tx, userId);
      const ids = await listAlbumIds(tx, userId);
      for (const id of ids) await nudges.tellOf(tx, id);
      await purge(tx, ids);
    },

    /** Its media came, went or changed: 'last modified' follows, and whoever looks at it looks again. */
    async contentChanged(tx: Tx, albumId: string): Promise<void> {
      await touchAlbum(tx, albumId);
      await nudges.tellContent(tx, albumId);
    },

    /** Media left the album: a cover that was one of them goes with them. */
    async mediaLeft(tx: Tx, albumId: string, fileIds: string[]): Promise<void> {
      if (fileIds.length > 0) await clearCover(tx, albumId, fileIds);
    },
  };
}
