import { isDrawn } from '@vitrine/contract/media-kinds';
import { z } from 'zod';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { deleteUploadOrderBefore } from './upload-order.store.ts';

const filePayload = z.object({ fileId: z.uuid() });

/** Makes what a wall shows of a picture. */
export const imageJob = defineJob('media.image', filePayload, { priority: PRIORITY.slow });
/** Draws a still image of a widget for tiles, covers and emails; with `isAgain`, also when it exists. */
export const widgetJob = defineJob('media.widget', filePayload.extend({ isAgain: z.boolean().optional() }), { priority: PRIORITY.slow });
/** Widgets of one account are drawn one at a time, and accounts take turns. */
const getWidgetLine = (ownerId: string) => `widget:${ownerId}`;
/** Draws the still image of a widget again, because its data changed. A waiting job for the same file is replaced. */
export const enqueueWidgetRedraw = (
  tx: Tx,
  queue: Queue,
  { fileId, ownerId, runAt }: { fileId: string; ownerId: string; runAt: Date },
): Promise<void> =>
  queue.add(tx, widgetJob, { fileId, isAgain: true }, { key: `widget-again:${fileId}`, line: getWidgetLine(ownerId), runAt });
/** Makes the poster frame, the MP4 and the HLS of a video; with `isAgain`, also when they exist. */
export const videoJob = defineJob('media.video', filePayload.extend({ isAgain: z.boolean().optional() }), { lane: 'long' });
/** Draws the pages of a document, some in each run. */
export const documentJob = defineJob('media.document', filePayload, { priority: PRIORITY.slow });
/** Draws the pages of a document. Documents of one account are drawn one at a time, and accounts take turns. */
export const enqueueDocumentJob = (tx: Tx, queue: Queue, { fileId, ownerId }: { fileId: string; ownerId: string }): Promise<void> =>
  queue.add(tx, documentJob, { fileId }, { key: getMediaJobKey(fileId), line: `document:${ownerId}` });
/** Converts an office file to PDF. Its pages are drawn by the document job. */
export const officeJob = defineJob('media.office', filePayload, { lane: 'heavy' });
/** Converts an office file. Each process converts one at a time, and accounts take turns. */
export const enqueueOfficeJob = (tx: Tx, queue: Queue, { fileId, ownerId }: { fileId: string; ownerId: string }): Promise<void> =>
  queue.add(tx, officeJob, { fileId }, { key: getMediaJobKey(fileId), line: `office:${ownerId}` });
/** Processes a video. The accounts whose videos wait take turns. For a video that is being processed, continues behind the account's waiting ones. */
export const enqueueVideoJob = (
  tx: Tx,
  queue: Queue,
  { fileId, ownerId, isAgain }: { fileId: string; ownerId: string; isAgain?: boolean },
) => queue.add(tx, videoJob, { fileId, isAgain }, { key: getMediaJobKey(fileId), line: getVideoLine(ownerId) });
/** Makes the 1080p copy of a video that plays in 720p; with `isAgain`, also when it exists. */
export const video1080Job = defineJob('media.video-1080', filePayload.extend({ isAgain: z.boolean().optional() }), {
  lane: 'idle',
});
/** Makes the 1080p copy of a video when nothing else waits. Accounts take turns. */
export const enqueueVideo1080Job = (
  tx: Tx,
  queue: Queue,
  { fileId, ownerId, isAgain }: { fileId: string; ownerId: string; isAgain?: boolean },
): Promise<void> => queue.add(tx, video1080Job, { fileId, isAgain }, { key: getVideo1080JobKey(fileId), line: `video-1080:${ownerId}` });
export const VIDEO_1080_JOB_KEY_PREFIX = 'video-1080:';
export const getVideo1080JobKey = (fileId: string) => `${VIDEO_1080_JOB_KEY_PREFIX}${fileId}`;

/** Converts the video in the file of a photo. */
export const liveVideoJob = defineJob('media.live-video', filePayload, { lane: 'long' });
/** Converts the video of a live photo. The accounts whose videos wait take turns. */
export const enqueueLiveVideoJob = (tx: Tx, queue: Queue, { fileId, ownerId }: { fileId: string; ownerId: string }): Promise<void> =>
  queue.add(tx, liveVideoJob, { fileId }, { key: getLiveVideoJobKey(fileId), line: getVideoLine(ownerId) });
export const getLiveVideoJobKey = (fileId: string) => `live-video:${fileId}`;

/** All that is made of a video is made again, behind what waits. */
export const enqueueVideoRegeneration = (tx: Tx, queue: Queue, file: { fileId: string; ownerId: string }): Promise<void> =>
  enqueueVideoJob(tx, queue, { ...file, isAgain: true });

export function enqueueMediaJob(tx: Tx, queue: Queue, kind: string, file: { fileId: string; ownerId: string }): Promise<void> {
  if (kind === 'video') return enqueueVideoJob(tx, queue, file);
  if (kind === 'document') return enqueueDocumentJob(tx, queue, file);
  const key = getMediaJobKey(file.fileId);
  if (isDrawn({ kind })) return queue.add(tx, widgetJob, { fileId: file.fileId }, { key, line: getWidgetLine(file.ownerId) });
  return queue.add(tx, imageJob, { fileId: file.fileId }, { key });
}

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
