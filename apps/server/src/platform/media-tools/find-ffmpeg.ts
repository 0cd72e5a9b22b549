import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { runFfmpeg } from './ffmpeg-command.ts';
import type { FfmpegPaths } from './ffmpeg-examine.ts';
import type { Sandbox } from './sandbox.ts';
import { USED_BITSTREAM_FILTERS, USED_FILTERS, WHITE_BACKGROUND_FILTER } from './video-plan.ts';
import { getVideoLimits, OPEN_TIMEOUT_MS } from './video-session.ts';

const USED_ENCODERS = ['libx264', 'aac', 'mjpeg'];
/** Draws one transparent frame through the filters that crashed FFmpeg 5.1 in another form. */
const TRIAL = [
  '-f',
  'lavfi',
  '-i',
  'color=c=red@0.5:s=16x16,format=rgba',
  '-frames:v',
  '1',
  '-vf',
  `${WHITE_BACKGROUND_FILTER},format=rgb24`,
  '-f',
  'null',
  '-',
];

/** Result of the search: the FFmpeg to use, if any, and the rejected ones. */
export interface FoundFfmpeg {
  /** Undefined: use the FFmpeg inside node-av. */
  paths: FfmpegPaths | undefined;
  /** True when it has the demuxer of animated WebP, which FFmpeg lacks before 2025. */
  readsAnimatedWebp: boolean;
  rejected: { ffmpeg: string; reason: string }[];
}

/**
 * Finds an installed FFmpeg: `configured` (FFMPEG_PATH), or else the first on the search path. It is used only when ffprobe lies next to it, it runs in the
 * sandbox, has the encoders and filters that the product uses, and survives a trial run.
 */
export async function findFfmpeg(configured: string | undefined, searchPath: string, log: Logger, sandbox?: Sandbox): Promise<FoundFfmpeg> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const rejected: FoundFfmpeg['rejected'] = [];
  for (const ffmpeg of configured ? [path.resolve(configured)] : folders.map((folder) => path.join(folder, executable('ffmpeg')))) {
    if (!configured && !(await isExecutable(ffmpeg))) continue;
    const programs = { ffmpeg, ffprobe: path.join(path.dirname(ffmpeg), executable('ffprobe')) };
    const reason = await findFault(programs, sandbox);
    if (reason === undefined) {
      const paths = { ...programs, frameTimingOption: await findFrameTimingOption(programs, sandbox) };
      return { paths, readsAnimatedWebp: await hasDemuxer(programs, 'webp_anim', sandbox), rejected };
    }
    rejected.push({ ffmpeg, reason });
    log.warn({ ffmpeg, reason }, 'this FFmpeg cannot be used');
  }
  return { paths: undefined, readsAnimatedWebp: false, rejected };
}

const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

type Programs = Pick<FfmpegPaths, 'ffmpeg' | 'ffprobe'>;

const createRunner =
  ({ ffmpeg }: Programs, sandbox: Sandbox | undefined) =>
  (...args: string[]) =>
    runFfmpeg(ffmpeg, ['-hide_banner', '-nostdin', ...args], {
      limits: getVideoLimits({ sizeBytes: 0 }),
      sandbox,
      silenceMs: OPEN_TIMEOUT_MS,
    });

async function findFrameTimingOption(programs: Programs, sandbox: Sandbox | undefined): Promise<FfmpegPaths['frameTimingOption']> {
  const printed = await createRunner(programs, sandbox)('-h', 'long').catch(() => '');
  return printed.includes('-fps_mode') ? '-fps_mode' : '-vsync';
}

/** Returns false when the demuxer is missing or the list cannot be read. */
async function hasDemuxer(paths: Programs, name: string, sandbox: Sandbox | undefined): Promise<boolean> {
  const printed = await createRunner(paths, sandbox)('-demuxers').catch(() => '');
  return listMissing('demuxer', [name], printed).length === 0;
}

/** Returns why this FFmpeg cannot be used, or undefined when it can. */
async function findFault(paths: Programs, sandbox: Sandbox | undefined): Promise<string | undefined> {
  for (const file of [paths.ffmpeg, paths.ffprobe]) if (!(await isExecutable(file))) return `${file} is missing or not executable`;
  const run = createRunner(paths, sandbox);
  try {
    const missing = [
      ...listMissing('encoder', USED_ENCODERS, await run('-encoders')),
      ...listMissing('filter', USED_FILTERS, await run('-filters')),
      ...listMissing('bitstream filter', USED_BITSTREAM_FILTERS, await run('-bsfs'), 0),
    ];
    if (missing.length > 0) return `it lacks ${missing.join(', ')}`;
    await run('-v', 'error', ...TRIAL);
    return undefined;
  } catch (error) {
    return `it does not run: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)}`;
  }
}

/** `-encoders` and `-filters` print one name per line after its flags; `-bsfs` prints only the names, in column 0. */
function listMissing(kind: string, names: readonly string[], printed: string, column = 1): string[] {
  const present = new Set(printed.split('\n').map((line) => line.trim().split(/\s+/)[column]));
  return names.filter((name) => !present.has(name)).map((name) => `the ${kind} ${name}`);
}
