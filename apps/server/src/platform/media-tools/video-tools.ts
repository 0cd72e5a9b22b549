import type { Logger } from 'pino';
import { programFile } from '../program-files.ts';
import { openFfmpegSession } from './ffmpeg-session.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { ImageTools } from './image-tools.ts';
import { startToolChild } from './tool-child.ts';
import { ENCODE_SILENCE_MS, OPEN_TIMEOUT_MS, type VideoSession, type VideoWork, videoLimits } from './video-session.ts';

export interface VideoTools {
  open(work: VideoWork): Promise<VideoSession>;
}

export interface VideoToolOptions {
  ffmpegPath: string | undefined;
  searchPath: string;
  images: ImageTools;
  log: Logger;
}

const ENTRY = programFile('platform/media-tools/video-process');

export function createVideoTools({ ffmpegPath, searchPath, images, log }: VideoToolOptions): VideoTools {
  let found: ReturnType<typeof findFfmpeg> | undefined;
  return {
    async open(work) {
      found ??= findFfmpeg(ffmpegPath, searchPath, log);
      const paths = await found;
      return paths ? openFfmpegSession(paths, images, work) : openNodeAvSession(work);
    },
  };
}

/** FFmpeg inside node-av, in a child process of its own. */
function openNodeAvSession({ sizeBytes, signal }: VideoWork): VideoSession {
  const child = startToolChild(ENTRY, videoLimits(sizeBytes));
  const short = { silenceMs: OPEN_TIMEOUT_MS, signal };
  const long = { silenceMs: ENCODE_SILENCE_MS, signal };
  return {
    probe: (args) => child.call('probe', args, short),
    still: (args) => child.call('still', args, short),
    mp4: (args, onProgress) => child.call('mp4', args, { ...long, onProgress }),
    hls: (args) => child.call('hls', args, long),
    close: () => child.close(),
  };
}
