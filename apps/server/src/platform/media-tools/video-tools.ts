import type { Logger } from 'pino';
import { programFile } from '../program-files.ts';
import { openFfmpegSession } from './ffmpeg-session.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { ImageTools } from './image-tools.ts';
import { startToolChild, type ToolHome } from './tool-child.ts';
import { ENCODE_SILENCE_MS, OPEN_TIMEOUT_MS, type VideoSession, type VideoWork, videoLimits } from './video-session.ts';

export interface VideoTools {
  open(work: VideoWork): Promise<VideoSession>;
}

export interface VideoToolOptions {
  ffmpegPath: string | undefined;
  searchPath: string;
  images: ImageTools;
  home: ToolHome;
  log: Logger;
}

const ENTRY = programFile('platform/media-tools/video-process');

export function createVideoTools({ ffmpegPath, searchPath, images, home, log }: VideoToolOptions): VideoTools {
  let found: ReturnType<typeof findFfmpeg> | undefined;
  return {
    async open(work) {
      found ??= findFfmpeg(ffmpegPath, searchPath, log, home.sandbox);
      // Only FFmpeg from 2025 on knows how to open it.
      const paths = work.format === 'webp_anim' ? undefined : await found;
      return paths ? openFfmpegSession(paths, images, home, work) : openNodeAvSession(home, work);
    },
  };
}

/** FFmpeg inside node-av, in a child process of its own. */
async function openNodeAvSession(home: ToolHome, { sizeBytes, signal }: VideoWork): Promise<VideoSession> {
  const child = await startToolChild(ENTRY, videoLimits(sizeBytes), home);
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
