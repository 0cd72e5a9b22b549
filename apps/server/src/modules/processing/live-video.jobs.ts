import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getVideoFormat, sniff } from '../../platform/media-tools/sniff.ts';
import { createJobHandler, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import { clearEmbeddedVideo, type DerivativesService, type FileRow } from '../files/index.ts';
import { getLiveVideoJobKey, liveVideoJob } from '../media/index.ts';
import { isFinalError, type ProcessingStatus } from './processing-status.service.ts';
import { runWhileWanted } from './wanted-video.jobs.ts';

type LiveVideoDeps = Pick<Platform, 'db' | 'storage' | 'tools' | 'log'>;

/** Makes the MP4 of a video that is in the file of a photo. When the video cannot be played, the photo becomes one without a video. */
export function createLiveVideoHandler(
  deps: LiveVideoDeps,
  derivatives: DerivativesService,
  status: Pick<ProcessingStatus, 'markContentChanged'>,
): JobHandler {
  const { db, storage, tools, log } = deps;

  /** Copies the bytes of the video to a temporary file, which is deleted afterwards. They are opened by the sandboxed tools only. */
  const withVideoFile = async (root: FileRow, work: (source: string) => Promise<void>): Promise<void> => {
    const { embedded_video_start: start, embedded_video_bytes: bytes } = root;
    if (start === null || bytes === null) return;
    await storage.assertFreeSpace(bytes);
    const source = storage.tempPath();
    try {
      await pipeline(await storage.openRead(root.storage_key, { start, end: start + bytes - 1 }), createWriteStream(source));
      await work(source);
    } finally {
      await rm(source, { force: true });
    }
  };

  const convert = async (root: FileRow, source: string, signal: AbortSignal): Promise<void> => {
    const format = getVideoFormat(await sniff(source));
    if (!format) throw new AppError('FILE_UNSUPPORTED');
    const session = await tools.videos.open({ sizeBytes: root.embedded_video_bytes ?? 0, format, signal });
    try {
      await derivatives.withTemp(async (target) => {
        const { width, height, durationMs } = await session.mp4({ source, format, target }, () => undefined);
        await derivatives.keepFile(root.id, { role: 'live_mp4', mimetype: 'video/mp4', kind: 'video', width, height, durationMs }, target);
      });
    } finally {
      session.close();
    }
  };

  const process = async (fileId: string, signal: AbortSignal): Promise<void> => {
    const file = await derivatives.open(fileId);
    if (!file || file.find('live_mp4')) return;
    await withVideoFile(file.root, (source) => convert(file.root, source, signal));
    await status.markContentChanged(fileId);
  };

  return createJobHandler(liveVideoJob, async ({ fileId }, context) => {
    try {
      await runWhileWanted(deps, { fileId, jobKey: getLiveVideoJobKey(fileId), signal: context.signal }, (signal) =>
        process(fileId, signal),
      );
    } catch (error) {
      if (context.signal.aborted || !isFinalError(error, context)) throw error;
      log.info({ err: error, fileId }, 'the video in a photo could not be converted');
      await clearEmbeddedVideo(autocommit(db), fileId);
      await status.markContentChanged(fileId);
    }
  });
}
