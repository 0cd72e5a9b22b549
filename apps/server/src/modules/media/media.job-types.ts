import { z } from 'zod';
import { jobType } from '../../platform/queue/job-type.ts';

const ofFile = z.object({ fileId: z.uuid() });

/** Makes what a wall shows of a picture. */
export const imageJob = jobType('media.image', ofFile);
/** Makes the still, the MP4 and the HLS of a video. */
export const videoJob = jobType('media.video', ofFile, { isLong: true });
export const jobOf = (kind: string) => (kind === 'video' ? videoJob : imageJob);
/** One job for each original, however many albums it is put in. */
export const JOB_KEY_PREFIX = 'media:';
export const jobKey = (fileId: string) => `${JOB_KEY_PREFIX}${fileId}`;
