import { z } from 'zod';
import { jobType } from '../../platform/queue/job-type.ts';

/** Removes the bytes of originals whose rows are gone; `keys`: of what was made again from them. */
export const removeBytesJob = jobType('files.removeBytes', z.object({ fileIds: z.array(z.uuid()), keys: z.array(z.string()).optional() }));

/** Removes bytes that others took the place of, once nobody is in the middle of reading them. */
export const removeKeyJob = jobType('files.removeKey', z.object({ key: z.string() }));
