import { LIMITS } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Ports } from '../../platform/ports.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { holdAccounts } from '../entitlements/index.ts';
import { handOverInvitations } from './album-shares.store.ts';
import { albumContentChanged, albumPurging, albumRestored } from './albums.events.ts';
import type { AlbumNudges } from './albums.nudges.ts';
import { albumContents } from './albums.ports.ts';
import {
  clearCover,
  deleteAlbum,
  insertAlbum,
  listAlbumIds,
  listOverdue,
  lockDeleted,
  markRestored,
  touchAlbum,
  updateAlbum,
} from './albums.store.ts';

export interface LifecycleDeps {
  db: Database;
  nudges: AlbumNudges;
  emit: Emit;
  port: Ports['port'];
}

const HOUR_MS = 60 * 60_000;
const BATCH = 20;

/** What happens to albums because something happened elsewhere. */
export function createAlbumLifecycle({ db, nudges, emit, port }: LifecycleDeps) {
  /** Those of these that are in the bin. Everybody whose storage they take is held before them, as everywhere. */
  const holdDeleted = async (tx: Tx, ids: string[]): ReturnType<typeof lockDeleted> => {
    await holdAccounts(tx, await port(albumContents).payersOf(tx, ids));
    return lockDeleted(tx, ids);
  };

  const purge = async (tx: Tx, ids: string[]): Promise<void> => {
    for (const id of ids.toSorted()) {
      // A cover holds its file as much as a media does.
      await updateAlbum(tx, id, { thumbnail_file_id: null, thumbnail_rotation: 0 });
      await emit(tx, albumPurging, { albumId: id });
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
          (await holdDeleted(tx, overdue)).map((album) => album.id),
        );
        return overdue.length < BATCH;
      });
      if (isDone) return;
    }
  };

  return {
    holdDeleted,
    purge,

    /** Out of the bin, with what went there with it. */
    async restore(tx: Tx, id: string): Promise<void> {
      await markRestored(tx, id);
      await emit(tx, albumRestored, { albumId: id });
      await nudges.tellOf(tx, id);
    },

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
      await emit(tx, albumContentChanged, { albumId });
    },

    /** The album shows these originals no more: a cover that was one of them goes with them. */
    async clearCover(tx: Tx, albumId: string, fileIds: string[]): Promise<void> {
      if (fileIds.length > 0) await clearCover(tx, albumId, fileIds);
    },
  };
}
