import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { runFfmpeg } from './ffmpeg-command.ts';
import type { FfmpegPaths } from './ffmpeg-session.ts';
import type { Sandbox } from './sandbox.ts';
import { OPEN_TIMEOUT_MS, videoLimits } from './video-session.ts';

const NEEDED = [/\blibx264\b/, /\baac\b/];

/**
 * The FFmpeg to work with: the one of FFMPEG_PATH, else one on the PATH, each only with an ffprobe beside it and the
 * encoders we need, and that runs where decoders are kept. Undefined: use the one that comes inside node-av.
 */
export async function findFfmpeg(
  configured: string | undefined,
  searchPath: string,
  log: Logger,
  sandbox?: Sandbox,
): Promise<FfmpegPaths | undefined> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const ffmpeg of configured ? [path.resolve(configured)] : folders.map((folder) => path.join(folder, executable('ffmpeg')))) {
    const paths = { ffmpeg, ffprobe: path.join(path.dirname(ffmpeg), executable('ffprobe')) };
    if (await isUsable(paths, sandbox)) return paths;
  }
  if (configured) log.warn({ ffmpeg: configured }, 'FFMPEG_PATH names no ffmpeg with ffprobe, libx264 and aac: using the built-in one');
  return undefined;
}

const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

async function isUsable({ ffmpeg, ffprobe }: FfmpegPaths, sandbox: Sandbox | undefined): Promise<boolean> {
  try {
    await access(ffmpeg, constants.X_OK);
    await access(ffprobe, constants.X_OK);
    const encoders = await runFfmpeg(ffmpeg, ['-hide_banner', '-encoders'], {
      limits: videoLimits(0),
      sandbox,
      silenceMs: OPEN_TIMEOUT_MS,
    });
    return NEEDED.every((name) => name.test(encoders));
  } catch (error) {
    // Absent, not ours to run, or not an ffmpeg at all: each means to look further.
    return error === undefined;
  }
}
