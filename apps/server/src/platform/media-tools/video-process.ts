import { AVERROR_EIO, AVERROR_ENOMEM, AVERROR_ENOSPC } from 'node-av/constants';
import { FFmpegError } from 'node-av/lib';
import { AppError } from '../errors.ts';
import { serveTool } from './tool-process.ts';
import { createMp4, segmentHls } from './video-encode.ts';
import { openVideo } from './video-probe.ts';
import { extractStill } from './video-still.ts';
import type { HlsArgs, Mp4Args, StillArgs, VideoProbe, VideoSource } from './video-tool-types.ts';

/** The entry of the children that open videos people uploaded. */
serveTool({
  probe: (args: VideoSource) => translateFfmpegErrors(() => probe(args)),
  still: (args: StillArgs) => translateFfmpegErrors(() => extractStill(args)),
  mp4: (args: Mp4Args, report) => translateFfmpegErrors(() => createMp4(args, report)),
  hls: (args: HlsArgs) => segmentHls(args),
});

async function probe(args: VideoSource): Promise<VideoProbe> {
  const { input, probe: found } = await openVideo(args);
  await input.close();
  return found;
}

const MACHINE_ERROR_CODES = new Set<number>([AVERROR_EIO, AVERROR_ENOMEM, AVERROR_ENOSPC]);

/** Errors of FFmpeg are the file's fault, unless the machine is out of resources. */
async function translateFfmpegErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FFmpegError) || MACHINE_ERROR_CODES.has(error.code)) throw error;
    throw new AppError('FILE_BROKEN', 'The video is damaged or incomplete and can’t be played.', { cause: error });
  }
}
