import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_STATUS } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getVideoFormat, isAnimation, sniff, type VideoFormat } from '../../platform/media-tools/sniff.ts';
import { isUniversallyPlayable } from '../../platform/media-tools/video-plan.ts';
import type { VideoSession } from '../../platform/media-tools/video-session.ts';
import type { VideoProbe } from '../../platform/media-tools/video-tool-types.ts';
import { createJobHandler, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import {
  addNameDate,
  type DerivativesService,
  getRegeneratedKey,
  MP4_ALONE_RECIPE,
  RENDER_VERSIONS,
  raiseRecipe,
  updateDuration,
  updateMetadata,
  updateProbeResult,
} from '../files/index.ts';
import { enqueueVideo1080Job, enqueueVideoJob, getMediaJobKey, getVideoLine, isShownAsItem, videoJob } from '../media/index.ts';
import { addPlaceName } from './metadata.jobs.ts';
import type { ProcessingStatus } from './processing-status.service.ts';
import { needs1080p } from './video-1080.jobs.ts';
import { hasWaitingJob } from './video-queue.store.ts';
import { runWhileWanted } from './wanted-video.jobs.ts';

/** Minimum interval between two progress reports. A progress bar needs no more than two per second. */
const PROGRESS_INTERVAL_MS = 500;

type VideoDeps = Pick<Platform, 'db' | 'storage' | 'tools' | 'clock' | 'log' | 'queue'>;

interface VideoWork {
  fileId: string;
  /** Name under which the original was uploaded. */
  fileName: string;
  source: string;
  format: VideoFormat;
  session: VideoSession;
  /** Id of the job when all derivatives are regenerated. */
  jobId?: string;
}

interface VideoPreparation {
  file: NonNullable<Awaited<ReturnType<DerivativesService['open']>>>;
  source: string;
  signal: AbortSignal;
  workId: string | undefined;
}

/** Progress when the poster frame is done; the MP4 takes the rest until the video plays. */
const STILL_PROGRESS_PERCENT = 2;
/** Videos up to this duration are processed as soon as they are opened. */
const SHORT_VIDEO_MS = 60_000;
/** Whether the MP4 takes far longer than the poster frame and a copy of the streams. */
const isLongTranscode = (probe: VideoProbe): boolean => probe.durationMs > SHORT_VIDEO_MS && !isUniversallyPlayable(probe);

/** Makes the poster frame, then the MP4, from which the video plays, then HLS cut from that MP4. Each result is stored as soon as it exists. */
export function createVideoHandler(deps: VideoDeps, derivatives: DerivativesService, stages: ProcessingStatus): JobHandler {
  const { tools, storage } = deps;
  const steps = createVideoSteps(deps, derivatives, stages);

  const process = async (fileId: string, signal: AbortSignal, workId?: string) => {
    const file = await derivatives.open(fileId);
    if (!file) return;
    await storage.withLocalFile(file.root.storage_key, (source) => prepare({ file, source, signal, workId }));
  };

  const prepare = async ({ file, source, signal, workId }: VideoPreparation) => {
    const fileId = file.root.id;
    const format = getVideoFormat(await sniff(source));
    if (!format) throw new AppError('FILE_UNSUPPORTED');
    await stages.advanceTo(fileId, MEDIA_STATUS.processing);
    const session = await tools.videos.open({ sizeBytes: file.root.size_bytes, format, signal });
    try {
      const work = { fileId, fileName: file.root.original_name, source, format, session, jobId: workId };
      // An earlier attempt of the same job may have created the derivative.
      const isMade = (role: 'still' | 'mp4' | 'hls') => {
        const made = file.find(role);
        return made !== undefined && (workId === undefined || made.storage_key === getRegeneratedKey(fileId, role, workId));
      };
      if (!isMade('still')) {
        const probe = await steps.still(work);
        if (workId === undefined && isLongTranscode(probe) && (await steps.yieldToOthers(work, file.root.owner_id))) return;
      }
      if (!isMade('mp4')) await steps.mp4(work);
      await stages.advanceTo(fileId, MEDIA_STATUS.playable);
      // The video of a live photo plays for three seconds in the preview only.
      if (await isShownAsItem(deps.db, fileId)) {
        if (!isMade('hls')) await steps.hls(work);
        await steps.enqueue1080p(work);
      }
      await stages.advanceTo(fileId, MEDIA_STATUS.complete);
    } finally {
      session.close();
    }
  };

  return createJobHandler(videoJob, ({ fileId, isAgain = false }, context) =>
    stages.attempt(fileId, context, () =>
      runWhileWanted(deps, { fileId, jobKey: getMediaJobKey(fileId), signal: context.signal }, (signal) =>
        process(fileId, signal, isAgain ? context.id : undefined),
      ),
    ),
  );
}

function createVideoSteps({ db, storage, tools, clock, log, queue }: VideoDeps, derivatives: DerivativesService, stages: ProcessingStatus) {
  /** Reports the encoder's progress at a limited rate and one report after the other, so that progress never seems to go backwards. */
  const createProgressReporter = (fileId: string) => {
    let reportedAt = 0;
    let pendingReport: Promise<void> | undefined;
    return {
      report(encoded: number) {
        const now = clock.now().getTime();
        if (pendingReport || now - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = now;
        const percent = Math.floor(STILL_PROGRESS_PERCENT + (encoded * (100 - STILL_PROGRESS_PERCENT)) / 100);
        pendingReport = stages
          .notifyProgress(fileId, percent)
          .catch((error) => log.debug({ err: error }, 'could not report the progress of a video'))
          .finally(() => (pendingReport = undefined));
      },
      flush: async () => pendingReport,
    };
  };

  return {
    /** Continues behind the other waiting videos of the account, so that they get their poster frames first, and short ones are ready. Returns false without any. */
    yieldToOthers: async ({ fileId }: VideoWork, ownerId: string): Promise<boolean> => {
      if (!(await hasWaitingJob(db, getVideoLine(ownerId)))) return false;
      await db.transaction().execute((tx) => enqueueVideoJob(tx, queue, { fileId, ownerId }));
      return true;
    },

    still: ({ fileId, fileName, source, format, session, jobId }: VideoWork) =>
      derivatives.withTemp(async (target) => {
        const probe = await session.probe({ source, format });
        const { width, height, thumbhash } = await session.still({ source, format, target });
        await derivatives.keepFile(fileId, { role: 'still', mimetype: 'image/jpeg', kind: 'image', width, height, jobId: jobId }, target);
        const size = { width: probe.width, height: probe.height, duration_ms: probe.durationMs };
        await updateProbeResult(autocommit(db), fileId, { ...size, thumbhash: Buffer.from(thumbhash, 'base64') });
        // Metadata of an animated image was read when it was uploaded.
        if (!isAnimation(format)) {
          const facts = addNameDate(await addPlaceName(tools.jobImages, probe.facts), fileName);
          await updateMetadata(autocommit(db), fileId, facts);
        }
        await stages.notifyProgress(fileId, STILL_PROGRESS_PERCENT);
        return probe;
      }),

    mp4: ({ fileId, source, format, session, jobId: workId }: VideoWork) =>
      derivatives.withTemp(async (target) => {
        const progress = createProgressReporter(fileId);
        const { width, height, durationMs } = await session.mp4({ source, format, target }, progress.report);
        await progress.flush();
        await derivatives.keepFile(
          fileId,
          { role: 'mp4', mimetype: 'video/mp4', kind: 'video', width, height, durationMs, jobId: workId, recipe: MP4_ALONE_RECIPE },
          target,
        );
        await updateDuration(autocommit(db), fileId, durationMs);
      }),

    hls: ({ fileId, session, jobId: workId }: VideoWork) =>
      derivatives.withTemp(async (target) => {
        await mkdir(target);
        const mp4 = (await derivatives.open(fileId))?.find('mp4');
        if (!mp4) return;
        await storage.withLocalFile(mp4.storage_key, (source) => session.hls({ source, target }));
        const made = {
          role: 'hls',
          mimetype: 'application/vnd.apple.mpegurl',
          kind: 'video',
          width: null,
          height: null,
          jobId: workId,
        } as const;
        await derivatives.keepFolder(fileId, made, target, await getFolderSize(target));
      }),

    /** The video plays in 720p; its 1080p copy is made when no video waits. */
    enqueue1080p: async ({ fileId, jobId }: VideoWork) => {
      const root = (await derivatives.open(fileId))?.root;
      if (!root) return;
      if (!needs1080p(root)) return void (await raiseRecipe(autocommit(db), fileId, ['mp4'], RENDER_VERSIONS.mp4));
      const job = { fileId, ownerId: root.owner_id, isAgain: jobId !== undefined };
      await db.transaction().execute((tx) => enqueueVideo1080Job(tx, queue, job));
    },
  };
}

async function getFolderSize(folder: string): Promise<number> {
  const parts = await Promise.all((await readdir(folder)).map((part) => stat(path.join(folder, part))));
  return parts.reduce((sum, part) => sum + part.size, 0);
}
