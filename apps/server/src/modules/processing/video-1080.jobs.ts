import { sql } from 'kysely';
import { autocommit, type Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getVideoFormat, sniff } from '../../platform/media-tools/sniff.ts';
import { has1080p } from '../../platform/media-tools/video-plan.ts';
import { createJobHandler, type JobContext, type JobHandler } from '../../platform/queue/job-type.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';
import { type DerivativesService, type FileRow, getRegeneratedKey, RENDER_VERSIONS, raiseRecipe } from '../files/index.ts';
import { enqueueVideo1080Job, getVideo1080JobKey, VIDEO_1080_JOB_KEY_PREFIX, video1080Job } from '../media/index.ts';
import { isFinalError, type ProcessingStatus } from './processing-status.service.ts';
import { runWhileWanted } from './wanted-video.jobs.ts';

const MINUTE_MS = 60_000;
/** Jobs for existing videos that wait at the same time, so that those of new videos wait behind few. */
const MAX_WAITING = 10;

/** Returns true when the original has the resolution of 1080p. */
export const needs1080p = ({ width, height }: Pick<FileRow, 'width' | 'height'>): boolean =>
  width !== null && height !== null && has1080p({ width, height });

/**
 * Makes the 1080p copy of a video that plays in 720p already. The video stays as it is when that fails: a damaged file is not tried again, and a fault of the
 * machine is tried three times.
 */
export function createVideo1080Handler(
  deps: Pick<Platform, 'db' | 'storage' | 'tools' | 'log'>,
  derivatives: DerivativesService,
  stages: Pick<ProcessingStatus, 'markContentChanged'>,
): JobHandler {
  const { db, storage, tools, log } = deps;

  const encode = (root: FileRow, signal: AbortSignal, jobId: string | undefined) =>
    derivatives.withTemp((target) =>
      storage.withLocalFile(root.storage_key, async (source) => {
        const format = getVideoFormat(await sniff(source));
        if (!format) throw new AppError('FILE_UNSUPPORTED');
        const session = await tools.videos.open({ sizeBytes: root.size_bytes, format, signal, isIdle: true });
        try {
          const { width, height, durationMs } = await session.mp4({ source, format, target, quality: '1080' }, () => undefined);
          const made = { role: 'mp4_hd', mimetype: 'video/mp4', kind: 'video', width, height, durationMs, jobId } as const;
          await derivatives.keepFile(root.id, made, target);
        } finally {
          session.close();
        }
      }),
    );

  const markDone = (fileId: string) => raiseRecipe(autocommit(db), fileId, ['mp4'], RENDER_VERSIONS.mp4);

  const make = async (fileId: string, signal: AbortSignal, jobId: string | undefined) => {
    const file = await derivatives.open(fileId);
    // Without the 720p rendition, the job of the video has not ended, and adds this one again.
    if (!file?.find('mp4')) return;
    const existing = file.find('mp4_hd');
    const isMade = existing && (jobId === undefined || existing.storage_key === getRegeneratedKey(fileId, 'mp4_hd', jobId));
    if (needs1080p(file.root) && !isMade) {
      await encode(file.root, signal, jobId);
      await stages.markContentChanged(fileId);
    }
    await markDone(fileId);
  };

  const attempt = async (fileId: string, context: JobContext, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (context.signal.aborted || !isFinalError(error, context)) throw error;
      log.warn({ err: error, fileId }, 'the 1080p copy of a video could not be made');
      await markDone(fileId);
    }
  };

  return createJobHandler(video1080Job, ({ fileId, isAgain = false }, context) =>
    attempt(fileId, context, () =>
      runWhileWanted(deps, { fileId, jobKey: getVideo1080JobKey(fileId), signal: context.signal }, (signal) =>
        make(fileId, signal, isAgain ? context.id : undefined),
      ),
    ),
  );
}

/** Matches jobs that still run or are retried, not those whose last attempt was interrupted by a stop of the server. */
const isUnfinished = sql`(attempts < max_attempts or locked_at is not null)`;

/** Lists videos of albums that play in 720p only and may have more pixels, newest first, unless a job for them is enqueued. */
async function listWithout1080p(db: Db): Promise<{ fileId: string; ownerId: string }[]> {
  // The first three conditions are those of the index files_without_1080p, word for word.
  const { rows } = await sql<{ fileId: string; ownerId: string }>`
    select root_id as "fileId", owner_id as "ownerId" from files where role = 'mp4' and recipe < 2 and least(width, height) >= 720
      and exists (select from media where media.file_id = files.root_id)
      and not exists (select from graphile_worker.jobs where jobs.key = ${VIDEO_1080_JOB_KEY_PREFIX} || files.root_id::text and ${isUnfinished})
    order by root_id desc
    limit greatest(0, ${MAX_WAITING} - (select count(*) from graphile_worker.jobs where task_identifier = ${video1080Job.name} and ${isUnfinished}))`.execute(
    db,
  );
  return rows;
}

/** Adds jobs for videos of earlier versions, and for copies that were made before the 1080p copy of their source. */
export const createVideo1080Task = ({ db, queue }: Pick<Platform, 'db' | 'queue'>): PeriodicTask => ({
  name: 'media.video-1080',
  everyMs: MINUTE_MS,
  run: () =>
    db.transaction().execute(async (tx) => {
      for (const video of await listWithout1080p(tx)) await enqueueVideo1080Job(tx, queue, video);
    }),
});
