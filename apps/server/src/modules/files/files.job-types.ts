import { z } from 'zod';
import { defineJob } from '../../platform/queue/job-type.ts';

/** Removes the bytes of originals whose rows are gone; `keys`: of what was made again from them. */
export const removeFileBytesJob = defineJob(
  'files.removeBytes',
  z.object({ fileIds: z.array(z.uuid()), keys: z.array(z.string()).optional() }),
);

/** Removes bytes that others took the place of, once nobody is in the middle of reading them. */
export const removeStoredKeyJob = defineJob('files.removeKey', z.object({ key: z.string() }));
