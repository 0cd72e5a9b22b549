import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';
import { listOutdatedOriginals, listWithoutHd, RENDER_VERSIONS } from '../files/index.ts';
import { listAbandonedFiles, MEDIA_JOB_KEY_PREFIX } from '../media/index.ts';
import { enqueueMetadataJob } from './metadata.jobs.ts';
import type { ProcessingStatus } from './processing-status.service.ts';
import { REGENERATE_JOB_KEY_PREFIX, regenerateJob } from './regeneration.jobs.ts';

const MINUTE_MS = 60_000;
const ABANDONED_MINUTES = 2;
/** HEIC and TIFF decoded again per minute: each takes a few seconds. */
const REGENERATIONS_PER_MINUTE = 4;
/** HD copies made of existing photos per minute: each takes about a tenth of a second. */
const HD_PER_MINUTE = 60;

/** Periodic tasks that find files whose processing is missing, outdated or interrupted. */
export function createProcessingTasks({ db, queue }: Pick<Platform, 'db' | 'queue'>, status: ProcessingStatus): PeriodicTask[] {
  const failAbandonedMedia = async () => {
    for (const { fileId } of await listAbandonedFiles(db, MEDIA_JOB_KEY_PREFIX, ABANDONED_MINUTES)) {
      await status.giveUp(fileId, 'Processing failed after several attempts.');
    }
  };
  const regenerateOutdated = () =>
    db.transaction().execute(async (tx) => {
      const outdated = await listOutdatedOriginals(tx, RENDER_VERSIONS.display, REGENERATE_JOB_KEY_PREFIX, REGENERATIONS_PER_MINUTE);
      const withoutHd = await listWithoutHd(tx, REGENERATE_JOB_KEY_PREFIX, HD_PER_MINUTE);
      for (const fileId of new Set([...outdated, ...withoutHd]))
        await queue.add(tx, regenerateJob, { fileId }, { key: `${REGENERATE_JOB_KEY_PREFIX}${fileId}` });
    });
  return [
    { name: 'media.facts', everyMs: MINUTE_MS, run: () => enqueueMetadataJob(db, queue) },
    { name: 'media.remake', everyMs: MINUTE_MS, run: regenerateOutdated },
    { name: 'media.abandoned', everyMs: MINUTE_MS, run: failAbandonedMedia },
  ];
}
