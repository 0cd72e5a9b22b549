import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { jobType, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';

const ofFile = z.object({ fileId: z.uuid() });

/** Makes what a wall shows of a picture. */
export const imageJob = jobType('media.image', ofFile, { priority: PRIORITY.heavy });
/** Makes the still, the MP4 and the HLS of a video; `isAgain`: also where they are there. */
export const videoJob = jobType('media.video', ofFile.extend({ isAgain: z.boolean().optional() }), { isLong: true });
/** Has what is shown of an original made. The accounts whose videos wait take turns. */
const addVideoJob = (tx: Tx, queue: Queue, { fileId, ownerId, isAgain }: { fileId: string; ownerId: string; isAgain?: boolean }) =>
  queue.add(tx, videoJob, { fileId, isAgain }, { key: jobKey(fileId), line: `video:${ownerId}` });
/** All that is made of a video is made again, behind what waits. */
export const addRemakingJob = (tx: Tx, queue: Queue, file: { fileId: string; ownerId: string }): Promise<void> =>
  addVideoJob(tx, queue, { ...file, isAgain: true });

export const addMediaJob = (tx: Tx, queue: Queue, kind: string, { fileId, ownerId }: { fileId: string; ownerId: string }): Promise<void> =>
  kind === 'video' ? addVideoJob(tx, queue, { fileId, ownerId }) : queue.add(tx, imageJob, { fileId }, { key: jobKey(fileId) });

/** One job for each original, however many albums it is put in. */
export const JOB_KEY_PREFIX = 'media:';
export const jobKey = (fileId: string) => `${JOB_KEY_PREFIX}${fileId}`;
