import { MEDIA_STATUS } from '@vitrine/contract';
import { allowAsyncCommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import type { JobContext } from '../../platform/queue/job-type.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { advanceMediaStatus, listMediaOfFile, lockAlbumsOfFile, markMediaFailed } from '../media/index.ts';
import { mediaProcessed } from './processing.events.ts';
import { createProgressNotifier } from './processing.live.ts';
import { deleteProgress, upsertProgress } from './video-queue.store.ts';

/** Attempts for a tool that crashes without an error of the file. */
const MAX_TOOL_ATTEMPTS = 3;

type StatusDeps = Pick<Platform, 'db' | 'emit' | 'live' | 'log'> & { albums: Pick<AlbumsApi, 'contentChanged'> };

/** Advances the status of all media of an original (1 → 2 → 5 → 6, or 9 with a reason) and notifies readers. */
export function createProcessingStatus({ db, emit, live, log, albums }: StatusDeps) {
  const notifyProgress = createProgressNotifier(live);

  const markAlbumsOfFileChanged = async (tx: Tx, fileId: string) => {
    const shown = await listMediaOfFile(tx, fileId);
    for (const albumId of new Set(shown.map((media) => media.albumId))) await albums.contentChanged(tx, albumId);
  };

  /** The caller has locked the albums of the file. */
  const failInTransaction = async (tx: Tx, fileId: string, reason: string): Promise<void> => {
    const failed = await markMediaFailed(tx, fileId, reason);
    if (failed.length > 0) await emit(tx, mediaProcessed, { mediaIds: failed.map(({ id }) => id), isReady: false });
    await deleteProgress(tx, fileId);
    await notifyProgress(tx, fileId, 0);
    await markAlbumsOfFileChanged(tx, fileId);
  };

  const fail = (fileId: string, reason: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockAlbumsOfFile(tx, fileId);
      await failInTransaction(tx, fileId, reason);
    });

  return {
    failNow: failInTransaction,
    /** Notifies readers of the current status, in the transaction that changed it. */
    notifyCurrentStatus: (tx: Tx, fileId: string): Promise<void> => notifyProgress(tx, fileId, 0),
    /** Stores and sends the progress of a file, 0 to 100. `message` replaces the text of the status. */
    notifyProgress: (fileId: string, progress: number, message?: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await allowAsyncCommit(tx);
        await upsertProgress(tx, fileId, progress);
        await notifyProgress(tx, fileId, progress, message);
      }),
    advanceTo: (fileId: string, status: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        // An asynchronous commit is safe: if it is lost, the job runs again, and the job cannot finish before it is durable.
        await allowAsyncCommit(tx);
        await lockAlbumsOfFile(tx, fileId);
        const mediaIds = await advanceMediaStatus(tx, fileId, status);
        if (mediaIds.length > 0) await emit(tx, mediaProcessed, { mediaIds, isReady: true });
        if (status !== MEDIA_STATUS.playable) await deleteProgress(tx, fileId);
        await notifyProgress(tx, fileId, status >= MEDIA_STATUS.playable ? 100 : 0);
        if (status >= MEDIA_STATUS.playable) await markAlbumsOfFileChanged(tx, fileId);
      }),
    /** Reports regenerated copies, so that screens fetch them. */
    markContentChanged: (fileId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockAlbumsOfFile(tx, fileId);
        await markAlbumsOfFileChanged(tx, fileId);
      }),
    /** Marks the media as failed, with a reason that their owner sees. Media that already play stay unchanged. */
    giveUp: fail,
    /** Runs a job's work. An error of the file is final; any other is retried. */
    async attempt(fileId: string, context: JobContext, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (context.signal.aborted || !isFinalError(error, context)) throw error;
        log.info({ err: error, fileId }, 'a file could not be processed');
        await fail(fileId, error instanceof AppError ? error.message : 'Couldn’t process this file.');
      }
    },
  };
}

export type ProcessingStatus = ReturnType<typeof createProcessingStatus>;

/** True when another attempt would fail too, or was the last one. A full disk is not an error of the file. */
export function isFinalError(error: unknown, { attempt: runAttempt, isLastAttempt }: JobContext): boolean {
  if (isLastAttempt) return true;
  if (error instanceof ToolError) return runAttempt >= MAX_TOOL_ATTEMPTS;
  return error instanceof AppError && error.code !== 'DISK_FULL';
}
