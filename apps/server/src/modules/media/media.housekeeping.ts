import { LIMITS } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import { listOutdatedOriginals, listWithoutHd, RENDER_VERSIONS } from '../files/index.ts';
import type { BinOperations } from './bin.service.ts';
import { listExpiredBinnedMedia } from './binned-media.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { MEDIA_JOB_KEY_PREFIX } from './media.jobs.ts';
import { listAbandonedFiles } from './media.store.ts';
import { enqueueMetadataJob } from './metadata.jobs.ts';
import type { ProcessingStatus } from './processing-status.service.ts';
import { REGENERATE_JOB_KEY_PREFIX, regenerateJob } from './regeneration.jobs.ts';
import { deleteUploadOrderBefore } from './upload-order.store.ts';
import type { ZipDownloads } from './zip.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ABANDONED_MINUTES = 2;
const BATCH = 100;
/** Longer than an upload can be taken up again after it was cut off. */
const UPLOAD_ORDER_RETENTION_HOURS = 72;
/** HEIC and TIFF decoded again per minute: each takes a few seconds. */
const REGENERATIONS_PER_MINUTE = 4;
/** HD copies made of existing photos per minute: each takes about a tenth of a second. */
const HD_PER_MINUTE = 60;

/** Removes what interrupted work left behind, at the start and periodically. */
export function createMediaTasks(
  { db, queue }: MediaDeps,
  stages: ProcessingStatus,
  bin: BinOperations,
  zips: ZipDownloads,
): PeriodicTask[] {
  /** Albums in the bin are deleted permanently by their own module, together with their media. */
  const purgeExpired = async () => {
    const purgeBatch = () =>
      db.transaction().execute(async (tx) => {
        const overdue = await listExpiredBinnedMedia(tx, LIMITS.binDays, BATCH);
        await bin.purgeMedia(tx, overdue);
        return overdue.length;
      });
    while ((await purgeBatch()) === BATCH);
  };
  const failAbandonedMedia = async () => {
    for (const { fileId } of await listAbandonedFiles(db, MEDIA_JOB_KEY_PREFIX, ABANDONED_MINUTES)) {
      await stages.giveUp(fileId, 'Processing failed after several attempts.');
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
    {
      name: 'media.chosen',
      everyMs: HOUR_MS,
      run: async () => void (await deleteUploadOrderBefore(autocommit(db), UPLOAD_ORDER_RETENTION_HOURS)),
    },
    { name: 'media.zips', everyMs: HOUR_MS, run: zips.deleteExpiredTokens },
    { name: 'media.bin', everyMs: 10 * MINUTE_MS, run: purgeExpired },
    { name: 'media.abandoned', everyMs: MINUTE_MS, run: failAbandonedMedia },
  ];
}
