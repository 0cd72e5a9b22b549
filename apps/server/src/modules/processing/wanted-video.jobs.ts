import type { Platform } from '../define-module.ts';
import { findFirstMediaOfFile } from '../media/index.ts';
import { hasQueuedJob } from './video-queue.store.ts';

/** Interval at which a job checks whether its video is still needed. */
const CANCEL_CHECK_INTERVAL_MS = 1000;

interface WantedWork {
  fileId: string;
  /** Key of the job. */
  jobKey: string;
  signal: AbortSignal;
}

/** Aborts the work when no album contains the video or the job was removed. Restoring the video from the bin starts it again. */
export async function runWhileWanted(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { fileId, jobKey, signal }: WantedWork,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const cancellation = new AbortController();
  const checkStillWanted = async () => {
    if (!(await findFirstMediaOfFile(db, fileId)) || !(await hasQueuedJob(db, jobKey))) cancellation.abort();
  };
  await checkStillWanted();
  if (cancellation.signal.aborted) return;
  const timer = setInterval(
    () => void checkStillWanted().catch((error) => log.debug({ err: error }, 'could not check whether a video is still needed')),
    CANCEL_CHECK_INTERVAL_MS,
  );
  timer.unref();
  try {
    await work(AbortSignal.any([signal, cancellation.signal]));
  } catch (error) {
    if (!cancellation.signal.aborted) throw error;
    log.info({ fileId }, 'video deleted or skipped during processing');
  } finally {
    clearInterval(timer);
  }
}
