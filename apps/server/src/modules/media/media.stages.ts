import { MEDIA_STATUS } from '@vitrine/contract';
import { commitWithoutDisk, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Nudge, personRoom } from '../../platform/live/live.ts';
import { ToolFailure } from '../../platform/media-tools/tool-child.ts';
import type { JobContext } from '../../platform/queue/job-type.ts';
import { listOwned } from '../access/index.ts';
import { readersOfAlbums } from '../albums/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { presentTranscode } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { advanceStatus, listHolders, lockAlbumsOf, markFailed } from './media.store.ts';
import { deleteProgress, upsertProgress } from './video-queue.store.ts';

/** Attempts for a tool that crashes without an error of the file. */
const TOOL_ATTEMPTS = 3;

/** Moves the media of an original through their stages and notifies readers: 1 → 2 → 5 → 6, or 9 with a reason. */
export function createStages({ db, live, log, albums }: MediaDeps) {
  const notifyProgress = async (tx: Tx, fileId: string, progress: number) => live.send(tx, await nudgesOf(tx, fileId, progress));

  const markAlbumsChanged = async (tx: Tx, fileId: string) => {
    const holders = await listHolders(tx, fileId);
    for (const albumId of new Set(holders.map((holder) => holder.albumId))) await albums.contentChanged(tx, albumId);
  };

  /** Its albums are locked by the caller. */
  const failNow = async (tx: Tx, fileId: string, reason: string): Promise<void> => {
    await markFailed(tx, fileId, reason);
    await deleteProgress(tx, fileId);
    await notifyProgress(tx, fileId, 0);
    await markAlbumsChanged(tx, fileId);
  };

  const giveUp = (fileId: string, reason: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockAlbumsOf(tx, fileId);
      await failNow(tx, fileId, reason);
    });

  return {
    failNow,
    /** Tells readers how its media stand, in the transaction that changed them. */
    notifyNow: (tx: Tx, fileId: string): Promise<void> => notifyProgress(tx, fileId, 0),
    /** Progress, 0 to 100, of what is being made. */
    notifyProgress: (fileId: string, progress: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await commitWithoutDisk(tx);
        await upsertProgress(tx, fileId, progress);
        await notifyProgress(tx, fileId, progress);
      }),
    reach: (fileId: string, status: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        // If this is lost the job runs again, and the job cannot finish before this is durable.
        await commitWithoutDisk(tx);
        await lockAlbumsOf(tx, fileId);
        await advanceStatus(tx, fileId, status);
        if (status !== MEDIA_STATUS.playable) await deleteProgress(tx, fileId);
        await notifyProgress(tx, fileId, status >= MEDIA_STATUS.playable ? 100 : 0);
        if (status >= MEDIA_STATUS.playable) await markAlbumsChanged(tx, fileId);
      }),
    /** Its copies were made again: walls fetch the new ones. */
    contentChanged: (fileId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockAlbumsOf(tx, fileId);
        await markAlbumsChanged(tx, fileId);
      }),
    /** Marks the media as failed, with a reason shown to their owner; media that already play stay. */
    giveUp,
    /** Runs a job's work. An error of the file is final; any other is retried. */
    async attempt(fileId: string, context: JobContext, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (context.signal.aborted || !isFinal(error, context)) throw error;
        log.info({ err: error, fileId }, 'a file could not be processed');
        await giveUp(fileId, error instanceof AppError ? error.message : 'Couldn’t process this file.');
      }
    },
  };
}

export type Stages = ReturnType<typeof createStages>;

/** For everybody who can see an album with it; read at the time of sending, because access may have changed. */
async function nudgesOf(tx: Tx, fileId: string, progress: number): Promise<Nudge[]> {
  const holders = await listHolders(tx, fileId);
  if (holders.length === 0) return [];
  const rows = await findMedia(
    tx,
    holders.map((holder) => holder.mediaId),
  );
  const readers = Map.groupBy(
    await listOwned(tx, readersOfAlbums([...new Set(holders.map((holder) => holder.albumId))])),
    (reader) => reader.id,
  );
  return rows.map((row) => {
    const payload = presentTranscode(row, progress);
    const people = new Set(readers.get(row.album_id)?.map((reader) => reader.ownerId));
    return { namespace: 'media' as const, rooms: [...people].map(personRoom), event: 'videoTranscode', payload };
  });
}

function isFinal(error: unknown, { attempt, isLastAttempt }: JobContext): boolean {
  if (isLastAttempt) return true;
  if (error instanceof ToolFailure) return attempt >= TOOL_ATTEMPTS;
  return error instanceof AppError && error.code !== 'DISK_FULL';
}
