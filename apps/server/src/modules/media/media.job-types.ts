import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { jobType, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';

const ofFile = z.object({ fileId: z.uuid() });

/** Makes what a wall shows of a picture. */
export const imageJob = jobType('media.image', ofFile, { priority: PRIORITY.heavy });
/** Makes the still, the MP4 and the HLS of a video. */
export const videoJob = jobType('media.video', ofFile, { isLong: true });
/** Has what is shown of an original made. The accounts whose videos wait take turns. */
export const addMediaJob = (tx: Tx, queue: Queue, kind: string, { fileId, ownerId }: { fileId: string; ownerId: string }): Promise<void> =>
  kind === 'video'
    ? queue.add(tx, videoJob, { fileId }, { key: jobKey(fileId), line: `video:${ownerId}` })
    : queue.add(tx, imageJob, { fileId }, { key: jobKey(fileId) });

/** One job for each original, however many albums it is put in. */
export const JOB_KEY_PREFIX = 'media:';
export const jobKey = (fileId: string) => `${JOB_KEY_PREFIX}${fileId}`;
