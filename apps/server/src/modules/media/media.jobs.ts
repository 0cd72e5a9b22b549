import { z } from 'zod';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { deleteUploadOrderBefore } from './upload-order.store.ts';

const filePayload = z.object({ fileId: z.uuid() });

/** Makes what a wall shows of a picture. */
export const imageJob = defineJob('media.image', filePayload, { priority: PRIORITY.slow });
/** Makes the poster frame, the MP4 and the HLS of a video; with `isAgain`, also when they exist. */
export const videoJob = defineJob('media.video', filePayload.extend({ isAgain: z.boolean().optional() }), { isLong: true });
/** Processes a video. The accounts whose videos wait take turns. For a video that is being processed, continues behind the account's waiting ones. */
export const enqueueVideoJob = (
  tx: Tx,
  queue: Queue,
  { fileId, ownerId, isAgain }: { fileId: string; ownerId: string; isAgain?: boolean },
) => queue.add(tx, videoJob, { fileId, isAgain }, { key: getMediaJobKey(fileId), line: getVideoLine(ownerId) });
/** All that is made of a video is made again, behind what waits. */
export const enqueueVideoRegeneration = (tx: Tx, queue: Queue, file: { fileId: string; ownerId: string }): Promise<void> =>
  enqueueVideoJob(tx, queue, { ...file, isAgain: true });

export const enqueueMediaJob = (
  tx: Tx,
  queue: Queue,
  kind: string,
  { fileId, ownerId }: { fileId: string; ownerId: string },
): Promise<void> =>
  kind === 'video' ? enqueueVideoJob(tx, queue, { fileId, ownerId }) : queue.add(tx, imageJob, { fileId }, { key: getMediaJobKey(fileId) });

/** Jobs of one line run one at a time. */
export const getVideoLine = (ownerId: string) => `video:${ownerId}`;

/** One job for each original, however many albums it is put in. */
export const MEDIA_JOB_KEY_PREFIX = 'media:';
export const getMediaJobKey = (fileId: string) => `${MEDIA_JOB_KEY_PREFIX}${fileId}`;

const HOUR_MS = 60 * 60_000;
/** Longer than an interrupted upload can be resumed. */
const UPLOAD_ORDER_RETENTION_HOURS = 72;

/** Deletes the upload order of uploads that have ended or can no longer be resumed. */
export function createMediaTasks({ db }: { db: Database }): PeriodicTask[] {
  const deleteOldUploadOrder = async () => void (await deleteUploadOrderBefore(autocommit(db), UPLOAD_ORDER_RETENTION_HOURS));
  return [{ name: 'media.chosen', everyMs: HOUR_MS, run: deleteOldUploadOrder }];
}
