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

/** A tool that dies without blaming the file is given this many tries. */
const TOOL_ATTEMPTS = 3;

/** Moves the media of an original through their stages, and tells whoever watches: 1 → 2 → 5 → 6, or 9 with a reason. */
export function createStages({ db, live, log, albums }: MediaDeps) {
  const tell = async (tx: Tx, fileId: string, progress: number) => live.send(tx, await nudgesOf(tx, fileId, progress));

  const changed = async (tx: Tx, fileId: string) => {
    const holders = await listHolders(tx, fileId);
    for (const albumId of new Set(holders.map((holder) => holder.albumId))) await albums.contentChanged(tx, albumId);
  };

  const giveUp = (fileId: string, reason: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockAlbumsOf(tx, fileId);
      await markFailed(tx, fileId, reason);
      await tell(tx, fileId, 0);
      await changed(tx, fileId);
    });

  return {
    /** Progress, 0 to 100, of what is being made. */
    tell: (fileId: string, progress: number): Promise<void> => db.transaction().execute((tx) => tell(tx, fileId, progress)),
    reach: (fileId: string, status: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        // The job is done over if this is lost, and cannot end before this is kept.
        await commitWithoutDisk(tx);
        await lockAlbumsOf(tx, fileId);
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

/** To everybody who sees an album with it, asked at the moment of telling. */
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
