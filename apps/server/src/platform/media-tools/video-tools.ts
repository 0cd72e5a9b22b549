import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { getProgramFile } from '../program-files.ts';
import { openFfmpegSession } from './ffmpeg-session.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { ImageTools } from './image-tools.ts';
import { startToolChild, ToolCrashError, type ToolEnvironment, ToolError } from './tool-child.ts';
import { ENCODE_SILENCE_TIMEOUT_MS, getVideoLimits, OPEN_TIMEOUT_MS, type VideoSession, type VideoWork } from './video-session.ts';
import type { FieldOrder, Mp4Args, Still } from './video-tool-types.ts';

export interface VideoTools {
  open(work: VideoWork): Promise<VideoSession>;
}

export interface VideoToolOptions {
  ffmpegPath: string | undefined;
  searchPath: string;
  images: ImageTools;
  home: ToolEnvironment;
  log: Logger;
  /** False when node-av is not installed, as in the container. Detected by default. */
  hasBuiltIn?: boolean;
}

const ENTRY = getProgramFile('platform/media-tools/video-process');

export function createVideoTools(options: VideoToolOptions): VideoTools {
  const { ffmpegPath, searchPath, images, home, log, hasBuiltIn = isBuiltInInstalled() } = options;
  // Probed at startup, so that a rejected FFmpeg is logged before the first video arrives.
  const found = findFfmpeg(ffmpegPath, searchPath, log, home.sandbox);
  return {
    async open(work) {
      const { paths, readsAnimatedWebp } = await found;
      if (!paths || (work.format === 'webp_anim' && !readsAnimatedWebp)) {
        if (hasBuiltIn) return openNodeAvSession(home, work);
        if (paths)
          throw new AppError('FILE_UNSUPPORTED', 'This server cannot process animated WebP files. Upload a GIF or a video instead.');
        throw new ToolError('no FFmpeg was found, and node-av is not installed');
      }
      const session = await openFfmpegSession(paths, images, home, work);
      if (!hasBuiltIn) return session;
      const fallBack = (crash: ToolCrashError) => {
        log.warn({ err: crash, ffmpeg: paths.ffmpeg }, 'the installed FFmpeg crashed; using the built-in one for this file');
        return openNodeAvSession(home, work);
      };
      return withFallback(session, fallBack);
    },
  };
}

/** Repeats the step in which a tool crashed, and runs all later ones, in the session that `fallBack` opens. */
export function withFallback(session: VideoSession, fallBack: (crash: ToolCrashError) => Promise<VideoSession>): VideoSession {
  let replacement: Promise<VideoSession> | undefined;
  const run = async <T>(step: (open: VideoSession) => Promise<T>): Promise<T> => {
    try {
      return await step((await replacement) ?? session);
    } catch (error) {
      if (!(error instanceof ToolCrashError) || replacement) throw error;
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

function isBuiltInInstalled(): boolean {
  try {
    import.meta.resolve('node-av/lib');
    return true;
  } catch {
    return false;
  }
}

/** Opens a session with the FFmpeg in node-av, in a separate child process. */
async function openNodeAvSession(home: ToolEnvironment, work: VideoWork): Promise<VideoSession> {
  const { signal } = work;
  const child = await startToolChild(ENTRY, getVideoLimits(work), home);
  const short = { silenceTimeoutMs: OPEN_TIMEOUT_MS, signal };
  const long = { silenceTimeoutMs: ENCODE_SILENCE_TIMEOUT_MS, signal };
  const fieldOrders = new Map<string, FieldOrder>();
  return {
    probe: (args) => child.call('probe', args, short),
    async still(args) {
      const still = await child.call<Still>('still', args, short);
      fieldOrders.set(args.source, still.fieldOrder);
      return still;
    },
    mp4(args, onProgress) {
      const examined: Mp4Args = { ...args, fieldOrder: fieldOrders.get(args.source) };
      return child.call('mp4', examined, { ...long, onProgress });
    },
    hls: (args) => child.call('hls', args, long),
    close: () => child.close(),
  };
}
