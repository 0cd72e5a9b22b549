import { MEDIA_STATUS } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Nudge, personRoom } from '../../platform/live/live.ts';
import { ToolFailure } from '../../platform/media-tools/tool-child.ts';
import type { JobContext } from '../../platform/queue/job-type.ts';
import type { MediaDeps } from './media.deps.ts';
import { presentTranscode } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { advanceStatus, listHolders, markFailed } from './media.store.ts';

/** A tool that dies without blaming the file is given this many tries. */
const TOOL_ATTEMPTS = 3;

/** Moves the media of an original through their stages, and tells whoever watches: 1 → 2 → 5 → 6, or 9 with a reason. */
export function createStages({ db, live, log, onAlbumContentChanged }: MediaDeps) {
  const tell = async (tx: Tx, fileId: string, progress: number) => live.send(tx, await nudgesOf(tx, fileId, progress));

  const changed = async (tx: Tx, fileId: string) => {
    const holders = await listHolders(tx, fileId);
    for (const albumId of new Set(holders.map((holder) => holder.albumId))) {
      const people = holders.filter((holder) => holder.albumId === albumId).flatMap((holder) => [holder.ownerId, holder.uploadedBy]);
      await onAlbumContentChanged(tx, albumId, people);
    }
  };

  const giveUp = (fileId: string, reason: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await markFailed(tx, fileId, reason);
      await tell(tx, fileId, 0);
      await changed(tx, fileId);
    });

  return {
    /** Progress, 0 to 100, of what is being made. */
    tell: (fileId: string, progress: number): Promise<void> => tell(db, fileId, progress),
    reach: (fileId: string, status: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await advanceStatus(tx, fileId, status);
        await tell(tx, fileId, status >= MEDIA_STATUS.playable ? 100 : 0);
        if (status >= MEDIA_STATUS.playable) await changed(tx, fileId);
      }),
    /** The media fail, in words their owner reads; those that play already stay. */
    giveUp,
    /** Runs a job's work; a fault of the file ends it with a reason, any other is tried again. */
    async attempt(fileId: string, context: JobContext, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (context.signal.aborted || !isFinal(error, context)) throw error;
        log.info({ err: error, fileId }, 'a file could not be processed');
        await giveUp(fileId, error instanceof AppError ? error.message : 'The file could not be processed.');
      }
    },
  };
}

export type Stages = ReturnType<typeof createStages>;

async function nudgesOf(tx: Tx, fileId: string, progress: number): Promise<Nudge[]> {
  const holders = await listHolders(tx, fileId);
  if (holders.length === 0) return [];
  const rows = await findMedia(
    tx,
    holders.map((holder) => holder.mediaId),
  );
  return rows.flatMap((row) => {
    const people = holders.filter((holder) => holder.mediaId === row.id).flatMap((holder) => [holder.ownerId, holder.uploadedBy]);
    const payload = presentTranscode(row, progress);
    return [...new Set(people)].map((userId) => ({
      namespace: 'media' as const,
      room: personRoom(userId),
      event: 'videoTranscode',
      payload,
    }));
  });
}

function isFinal(error: unknown, { attempt, isLastAttempt }: JobContext): boolean {
  if (isLastAttempt) return true;
  if (error instanceof ToolFailure) return attempt >= TOOL_ATTEMPTS;
  return error instanceof AppError && error.code !== 'DISK_FULL';
}
