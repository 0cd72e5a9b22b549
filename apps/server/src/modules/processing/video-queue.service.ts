import { MEDIA_STATUS, type pendingQuery, type QueueItem, type QueueStatus, type videoListQuery } from '@vitrine/contract';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { iteratePagesById } from '../../platform/database/list-iterator.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { enqueueVideoRegeneration, getMediaJobKey, lockAlbumsOfFile, lockVideo, resetFailedMedia } from '../media/index.ts';
import type { ProcessingStatus } from './processing-status.service.ts';
import { presentQueueItem } from './video-queue.presenter.ts';
import { listPendingRows, listVideoRows, type QueueRow } from './video-queue.read-model.ts';
import { cancelJob, findVideo, hasQueuedJob } from './video-queue.store.ts';

const SKIPPED_REASON = 'Skipped by an administrator';

interface Video {
  fileId: string;
  /** Owner of the original. Videos of one account are processed one after the other. */
  ownerId: string;
  status: number;
  isQueued: boolean;
}

type VideoQueueDeps = Pick<Platform, 'db' | 'queue'> & { entitlements: Pick<EntitlementsService, 'listEndDates'> };

/** The queue of videos to process, as administrators see and control it. */
export function createVideoQueueService({ db, queue, entitlements }: VideoQueueDeps, stages: ProcessingStatus) {
  const present = async (rows: QueueRow[]): Promise<QueueItem[]> => {
    const ends = await entitlements.listEndDates(db, [...new Set(rows.map((row) => row.owner_id))]);
    return rows.map((row) => presentQueueItem(row, ends.get(row.owner_id) ?? null));
  };

  /** Changes to a video lock its albums, as its job does. NOT_FOUND. */
  const withLockedVideo = (actor: Person, mediaId: string, action: string, work: (tx: Tx, video: Video) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const found = await findVideo(tx, mediaId);
      if (!found) throw new AppError('NOT_FOUND');
      const { file_id: fileId, owner_id: ownerId } = found;
      await lockAlbumsOfFile(tx, fileId);
      const video = await lockVideo(tx, mediaId);
      // Another request may have replaced the file in the meantime.
      if (video?.file_id !== fileId) throw new AppError('NOT_FOUND');
      const isQueued = await hasQueuedJob(tx, getMediaJobKey(fileId));
      await insertAuditEntry(tx, { actorId: actor.userId, userId: video.owner_id, action, objects: { table: 'media', ids: [mediaId] } });
      await work(tx, { fileId, ownerId, status: video.status, isQueued });
    });

  return {
    listPendingVideos: async (part: z.output<typeof pendingQuery>): Promise<QueueItem[]> => present(await listPendingRows(db, part)),

    listVideos: async (part: z.output<typeof videoListQuery>): Promise<QueueItem[]> => present(await listVideoRows(db, part)),

    /** Lists all videos in pages, newest first. */
    async *listAll(status: QueueStatus | undefined, atOnce: number): AsyncGenerator<QueueItem[]> {
      const next = (after: string | undefined) => listVideoRows(db, { page: 1, dataPerPage: atOnce, after, status });
      for await (const rows of iteratePagesById(next, atOnce)) yield present(rows);
    },

    /** Enqueues the video behind those waiting. The existing derivatives play until each is replaced. NOT_FOUND, VIDEO_BUSY. */
    reprocess: (actor: Person, mediaId: string): Promise<void> =>
      withLockedVideo(actor, mediaId, 'video.reprocess', async (tx, { fileId, ownerId, isQueued }) => {
        if (isQueued) throw new AppError('VIDEO_BUSY');
        await resetFailedMedia(tx, fileId);
        await enqueueVideoRegeneration(tx, queue, { fileId, ownerId });
        await stages.notifyCurrentStatus(tx, fileId);
      }),

    /** Marks a video that is not yet playable as failed, visible to its owner. NOT_FOUND, VIDEO_NOT_WAITING. */
    skip: (actor: Person, mediaId: string): Promise<void> =>
      withLockedVideo(actor, mediaId, 'video.skip', async (tx, { fileId, status, isQueued }) => {
        const isWaiting = status === MEDIA_STATUS.uploaded || status === MEDIA_STATUS.processing;
        if (!isQueued && !isWaiting) throw new AppError('VIDEO_NOT_WAITING');
        await cancelJob(tx, getMediaJobKey(fileId));
        await stages.failNow(tx, fileId, SKIPPED_REASON);
      }),
  };
}

export type VideoQueueService = ReturnType<typeof createVideoQueueService>;
