import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_STATUS } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isAnimation, sniff, type VideoFormat, videoFormatOf } from '../../platform/media-tools/sniff.ts';
import type { VideoSession } from '../../platform/media-tools/video-session.ts';
import { handle, type JobContext, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Derivatives } from '../files/index.ts';
import { keepDuration, remadeKey, updateFacts, updateProbed } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { withPlace } from './media.facts.job.ts';
import { jobKey, videoJob } from './media.job-types.ts';
import type { Stages } from './media.stages.ts';
import { findMediaOfFile } from './media.store.ts';
import { hasJob } from './video-queue.store.ts';

/** People watch a bar, not a counter: twice a second at most. */
const TELL_EVERY_MS = 500;

interface Work {
  fileId: string;
  source: string;
  format: VideoFormat;
  session: VideoSession;
  /** Set where all is made again although it is there. */
  workId?: string;
}

interface Preparing {
  file: NonNullable<Awaited<ReturnType<Derivatives['open']>>>;
  source: string;
  signal: AbortSignal;
  workId: string | undefined;
}

/** Of the work until it plays; the rest is the MP4. */
const STILL_PERCENT = 2;
/** How soon a film that nobody keeps any more is let go of. */
const LOOK_EVERY_MS = 1000;

/** Still, then the MP4 (from here it plays), then HLS cut from that MP4. Each step is kept as soon as it is done. */
export function createVideoHandler(deps: MediaDeps, derivatives: Derivatives, stages: Stages): JobHandler {
  const { tools, storage } = deps;
  const steps = createSteps(deps, derivatives, stages);

  const run = async (fileId: string, signal: AbortSignal, workId?: string) => {
    const file = await derivatives.open(fileId);
    if (!file) return;
    await storage.withLocal(file.root.storage_key, (source) => prepare({ file, source, signal, workId }));
  };

  const prepare = async ({ file, source, signal, workId }: Preparing) => {
    const fileId = file.root.id;
    const format = videoFormatOf(await sniff(source));
    if (!format) throw new AppError('FILE_UNSUPPORTED');
    await stages.reach(fileId, MEDIA_STATUS.processing);
    const session = await tools.videos.open({ sizeBytes: file.root.size_bytes, format, signal });
    try {
      const work = { fileId, source, format, session, workId };
      // An earlier attempt of the same job may have made it.
      const isMade = (role: 'still' | 'mp4' | 'hls') => {
        const made = file.find(role);
        return made !== undefined && (workId === undefined || made.storage_key === remadeKey(fileId, role, workId));
      };
      if (!isMade('still')) await steps.still(work);
      if (!isMade('mp4')) await steps.mp4(work);
      await stages.reach(fileId, MEDIA_STATUS.playable);
      if (!isMade('hls')) await steps.hls(work);
      await stages.reach(fileId, MEDIA_STATUS.complete);
    } finally {
      session.close();
    }
  };

  return handle(videoJob, ({ fileId, isAgain = false }, context) =>
    stages.attempt(fileId, context, () =>
      whileWanted(deps, fileId, context, (signal) => run(fileId, signal, isAgain ? context.id : undefined)),
    ),
  );
}

/** Ends the work once no album shows the film any more, or an administrator skipped it; whoever takes it out of the bin has it done again. */
async function whileWanted(
  { db, log }: MediaDeps,
  fileId: string,
  { signal }: JobContext,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  const look = async () => {
    if (!(await findMediaOfFile(db, fileId)) || !(await hasJob(db, jobKey(fileId)))) gone.abort();
  };
  await look();
  if (gone.signal.aborted) return;
  const timer = setInterval(
    () => void look().catch((error) => log.debug({ err: error }, 'whether a film is still wanted was not told')),
    LOOK_EVERY_MS,
  );
  timer.unref();
  try {
    await work(AbortSignal.any([signal, gone.signal]));
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    log.info({ fileId }, 'video deleted or skipped during processing');
  } finally {
    clearInterval(timer);
  }
}

function createSteps({ db, storage, tools, clock, log }: MediaDeps, derivatives: Derivatives, stages: Stages) {
  /** Tells how far the encoder is, not more often than anyone looks, one after the other, so that none is heard late and seems a step back. */
  const createTeller = (fileId: string) => {
    let toldAt = 0;
    let telling: Promise<void> | undefined;
    return {
      tell(encoded: number) {
        const now = clock.now().getTime();
        if (telling || now - toldAt < TELL_EVERY_MS) return;
        toldAt = now;
        const percent = Math.floor(STILL_PERCENT + (encoded * (100 - STILL_PERCENT)) / 100);
        telling = stages
          .notifyProgress(fileId, percent)
          .catch((error) => log.debug({ err: error }, 'progress was not told'))
          .finally(() => (telling = undefined));
      },
      settled: async () => telling,
    };
  };

  return {
    still: ({ fileId, source, format, session, workId }: Work) =>
      derivatives.withTemp(async (target) => {
        const probe = await session.probe({ source, format });
        const { width, height, thumbhash } = await session.still({ source, format, target });
        await derivatives.keepFile(fileId, { role: 'still', mimetype: 'image/jpeg', kind: 'image', width, height, workId }, target);
        const size = { width: probe.width, height: probe.height, duration_ms: probe.durationMs };
        await updateProbed(autocommit(db), fileId, { ...size, thumbhash: Buffer.from(thumbhash, 'base64') });
        // What a moving picture says of itself was read when it came.
        if (!isAnimation(format)) await updateFacts(autocommit(db), fileId, await withPlace(tools.jobImages, probe.facts));
        await stages.notifyProgress(fileId, STILL_PERCENT);
      }),

    mp4: ({ fileId, source, format, session, workId }: Work) =>
      derivatives.withTemp(async (target) => {
        const teller = createTeller(fileId);
        const { width, height, durationMs } = await session.mp4({ source, format, target }, teller.tell);
        await teller.settled();
        await derivatives.keepFile(
          fileId,
          { role: 'mp4', mimetype: 'video/mp4', kind: 'video', width, height, durationMs, workId },
          target,
        );
        await keepDuration(autocommit(db), fileId, durationMs);
      }),

    hls: ({ fileId, session, workId }: Work) =>
      derivatives.withTemp(async (target) => {
        await mkdir(target);
        const mp4 = (await derivatives.open(fileId))?.find('mp4');
        if (!mp4) return;
        await storage.withLocal(mp4.storage_key, (source) => session.hls({ source, target }));
        const made = { role: 'hls', mimetype: 'application/vnd.apple.mpegurl', kind: 'video', width: null, height: null, workId } as const;
        await derivatives.keepFolder(fileId, made, target, await sizeOfFolder(target));
      }),
  };
}

async function sizeOfFolder(folder: string): Promise<number> {
  const parts = await Promise.all((await readdir(folder)).map((part) => stat(path.join(folder, part))));
  return parts.reduce((sum, part) => sum + part.size, 0);
}
