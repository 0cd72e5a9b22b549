import type { Logger } from 'pino';
import { programFile } from '../program-files.ts';
import { openFfmpegSession } from './ffmpeg-session.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { ImageTools } from './image-tools.ts';
import { startToolChild, ToolCrash, type ToolHome } from './tool-child.ts';
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
  // Probed at startup, so that a rejected FFmpeg is logged before the first video arrives.
  const found = findFfmpeg(ffmpegPath, searchPath, log, home.sandbox);
  return {
    async open(work) {
      // FFmpeg cannot open this format before 2025.
      const paths = work.format === 'webp_anim' ? undefined : (await found).paths;
      if (!paths) return openNodeAvSession(home, work);
      const fallBack = (crash: ToolCrash) => {
        log.warn({ err: crash, ffmpeg: paths.ffmpeg }, 'the installed FFmpeg crashed; using the built-in one for this file');
        return openNodeAvSession(home, work);
      };
      return withFallback(await openFfmpegSession(paths, images, home, work), fallBack);
    },
  };
}

/** Repeats the step in which a tool crashed, and runs all later ones, in the session that `fallBack` opens. */
export function withFallback(session: VideoSession, fallBack: (crash: ToolCrash) => Promise<VideoSession>): VideoSession {
  let replacement: Promise<VideoSession> | undefined;
  const run = async <T>(step: (open: VideoSession) => Promise<T>): Promise<T> => {
    try {
      return await step((await replacement) ?? session);
    } catch (error) {
      if (!(error instanceof ToolCrash) || replacement) throw error;
      replacement = fallBack(error);
      return step(await replacement);
    }
  };
  return {
    probe: (args) => run((open) => open.probe(args)),
    still: (args) => run((open) => open.still(args)),
    mp4: (args, onProgress) => run((open) => open.mp4(args, onProgress)),
    hls: (args) => run((open) => open.hls(args)),
    close() {
      session.close();
      // A replacement that did not open has nothing to close.
      replacement?.then(
        (open) => open.close(),
        () => undefined,
      );
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
