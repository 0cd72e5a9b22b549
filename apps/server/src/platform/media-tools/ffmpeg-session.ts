import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';
import { runFfmpeg } from './ffmpeg-command.ts';
import { buildInputArgs, createExaminer, type FfmpegPaths, QUIET, type RunTool, type WorkOptions } from './ffmpeg-examine.ts';
import type { FfmpegProbe } from './ffmpeg-probe.ts';
import { setPlaylistDuration } from './hls-playlist.ts';
import type { ImageTools } from './image-tools.ts';
import type { Sandbox } from './sandbox.ts';
import { openSandboxFolder, type SandboxFolder } from './sandbox-folder.ts';
import type { ToolEnvironment } from './tool-child.ts';
import { needsColourTag } from './video-colours.ts';
import {
  AUDIO_BITRATE,
  AUDIO_FILTER,
  buildRenditionFilters,
  buildStillFilters,
  GOP_FRAMES,
  getEncoderOptions,
  HLS_SEGMENT_S,
  isUniversallyPlayable,
} from './video-plan.ts';
import {
  ENCODE_SILENCE_TIMEOUT_MS,
  getVideoLimits,
  OPEN_TIMEOUT_MS,
  STILL_LONG_SIDE,
  type VideoSession,
  type VideoWork,
} from './video-session.ts';
import { assertComplete, assertPlausibleTimestamps, getHoldMs, getStillAtMs } from './video-times.ts';
import type { HlsArgs, Mp4, Mp4Args, Still, StillArgs, VideoProbe, VideoQuality } from './video-tool-types.ts';

/** Runs a program on the files that are shared with it, and collects its output. */
const createRunner =
  (room: SandboxFolder, sandbox: Sandbox): RunTool =>
  async (program, args, build, options) => {
    const lent = await room.shareFiles(args);
    try {
      const output = await runFfmpeg(program, build(lent.args), { ...options, sandbox, cwd: room.folder });
      await lent.collectOutput();
      return output;
    } finally {
      await lent.clear();
    }
  };

/** The same work as by node-av, by the programs of an FFmpeg that the machine has. */
export async function openFfmpegSession(
  paths: FfmpegPaths,
  images: ImageTools,
  { sandbox, workDir }: ToolEnvironment,
  work: VideoWork,
): Promise<VideoSession> {
  const { ffmpeg } = paths;
  const room = await openSandboxFolder(workDir, sandbox.user);
  const { signal } = work;
  const limits = getVideoLimits(work);
  const short: WorkOptions = { limits, silenceMs: OPEN_TIMEOUT_MS, signal };
  const long = { limits, silenceMs: ENCODE_SILENCE_TIMEOUT_MS, signal };
  const run = createRunner(room, sandbox);

  const { probe: probeOnce, examine, isTrimmed } = createExaminer(paths, run, short);
  const probeMp4 = (source: string): Promise<FfmpegProbe> => probeOnce({ source, format: 'mov' });

  const films = createFilmTools(ffmpeg, run, probeMp4, long);

  return {
    probe: async (args) => (await probeOnce(args)).probe,

    async still(args: StillArgs): Promise<Still> {
      const found = await examine(args);
      for (const selection of listStillSelections(found.probe)) {
        await run(ffmpeg, args, (lent) => buildStillArgs(lent, found, selection), short);
        if (!(await hasContent(args.target))) continue;
        const { width, height } = await images.probe({ source: args.target, format: 'jpeg' });
        return { width, height, thumbhash: await images.hash({ source: args.target }), fieldOrder: found.probe.fieldOrder };
      }
      throw new AppError('FILE_BROKEN', 'This video can’t be decoded.');
    },

    async mp4(args: Mp4Args, onProgress): Promise<Mp4> {
      const found = await examine(args);
      const isTranscoded = !isUniversallyPlayable(found.probe, args.quality) || (await isTrimmed(args, found));
      let frames = 0;
      const onLine = (line: string) => {
        frames = readFrames(line) ?? frames;
        reportProgress(line, found.probe, onProgress);
      };
      const streams = isTranscoded ? buildEncodeArgs(found, paths, args.quality) : buildCopyArgs(found);
      await run(ffmpeg, args, (lent) => buildMp4Args(lent, found, streams), { ...long, onLine });
      if (!(await hasContent(args.target))) throw new AppError('FILE_BROKEN', 'This video can’t be decoded.');
      const made = await probeMp4(args.target);
      assertComplete(found.probe, made.probe);
      assertPlausibleTimestamps(frames, made.probe.pictureMs);
      const holdMs = getHoldMs(found.probe, made.probe);
      if (holdMs !== 0) await films.holdLastPicture(args.target, made, holdMs);
      const { width, height, durationMs } = (holdMs === 0 ? made : await probeMp4(args.target)).probe;
      return { width, height, durationMs: Math.max(1, durationMs), isTranscoded };
    },

    hls: films.segment,

    close: () => void room.close(),
  };
}

/** Creates the functions that change MP4 files of ours without encoding. */
function createFilmTools(ffmpeg: string, run: RunTool, probeMp4: (source: string) => Promise<FfmpegProbe>, options: WorkOptions) {
  return {
    /** Shows the last picture for longer, or shorter if the time is negative. */
    async holdLastPicture(target: string, { frames = 0 }: FfmpegProbe, holdMs: number): Promise<void> {
      const extended = `${target}.extended`;
      const filter = setLastDuration(frames, `DURATION+${holdMs / 1000}/TB`);
      try {
        await run(ffmpeg, { source: target, target: extended }, (lent) => buildHoldArgs(lent, filter), options);
        await rename(extended, target);
      } finally {
        await rm(extended, { force: true });
      }
    },

    async segment(args: HlsArgs): Promise<void> {
      const { probe, frames = 0 } = await probeMp4(args.source);
      const durationS = probe.pictureMs / 1000;
      // Before FFmpeg 6, the demuxer reports the average duration for the last of several reordered pictures.
      const filter = setLastDuration(frames, frames > 1 ? `STARTDTS+${durationS}/TB-DTS` : `${durationS}/TB`);
      await run(ffmpeg, args, (lent) => buildHlsArgs(lent, filter), options);
      const playlist = path.join(args.target, HLS_PLAYLIST);
      await writeFile(playlist, setPlaylistDuration(await readFile(playlist, 'utf8'), durationS));
    },
  };
}

/** FFmpeg also ends without an error when it had no frame to write. */
const hasContent = async (file: string): Promise<boolean> => ((await stat(file).catch(() => undefined))?.size ?? 0) > 0;

/** Options before the input, and after it, that choose the frame of the still. */
interface StillSelection {
  input: string[];
  output: string[];
}

const ONE_JPEG = '-c:v mjpeg -q:v 3 -f image2 -update 1'.split(' ');
/** JPEG uses the matrix of BT.601 (JFIF). The frames may state another one. */
const JPEG_COLOURS = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';
/** Without a limit on frames, each frame replaces the one before, so that the last one remains. */
const FIRST_FRAME = ['-frames:v', '1'];
const ONE_SECOND_MS = 1000;

/** Returns the ways to find a frame, best first: at its time, else the last one before that, else the first one of the file. */
function listStillSelections(probe: VideoProbe): StillSelection[] {
  const atMs = probe.pictureStartMs + getStillAtMs(probe);
  return [
    { input: ['-ss', String(atMs / 1000)], output: FIRST_FRAME },
    { input: ['-t', String((atMs + ONE_SECOND_MS) / 1000)], output: [] },
    { input: [], output: FIRST_FRAME },
  ];
}

function buildStillArgs(args: StillArgs, { probe, videoIndex }: FfmpegProbe, { input, output }: StillSelection): string[] {
  const filters = buildStillFilters(withoutRotationFilters(probe), STILL_LONG_SIDE);
  const made = ['-map', `0:${videoIndex}`, '-vf', `${filters},${JPEG_COLOURS}`, ...output, ...ONE_JPEG, `file:${args.target}`];
  return [...QUIET, ...input, ...buildInputArgs(args), ...made];
}

/** Returns the bitstream filter that changes the duration of the last of `frames` packets, an expression in the stream's time base. */
const setLastDuration = (frames: number, duration: string): string =>
  `setts=pts=PTS:dts=DTS:duration=if(eq(N\\,${frames - 1})\\,${duration}\\,DURATION)`;

function buildHoldArgs({ source, target }: { source: string; target: string }, filter: string): string[] {
  const output = ['-map', '0', '-c', 'copy', '-bsf:v', filter, '-movflags', '+faststart', '-f', 'mp4', `file:${target}`];
  return [...QUIET, ...buildInputArgs({ source, format: 'mov' }), ...output];
}

const HLS_PLAYLIST = 'main.m3u8';

function buildHlsArgs({ source, target }: HlsArgs, filter: string): string[] {
  const segments = ['-hls_time', String(HLS_SEGMENT_S), '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod'];
  const names = [
    '-hls_segment_filename',
    path.join(target, 'seg_%d.m4s'),
    '-hls_fmp4_init_filename',
    'init.mp4',
    path.join(target, HLS_PLAYLIST),
  ];
  return [...QUIET, ...buildInputArgs({ source, format: 'mov' }), '-c', 'copy', '-bsf:v', filter, '-f', 'hls', ...segments, ...names];
}

function buildMp4Args(args: Mp4Args, found: FfmpegProbe, work: string[]): string[] {
  const streams = [found.videoIndex, found.audioIndex].filter((index) => index !== undefined).flatMap((index) => ['-map', `0:${index}`]);
  const output = ['-map_metadata', '-1', '-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4', `file:${args.target}`];
  return [...QUIET, ...buildInputArgs(args), ...streams, ...work, ...output];
}

/** States the colours of a copied stream in its container. */
const HD_COLOURS = '-color_primaries:v bt709 -color_trc:v bt709 -colorspace:v bt709'.split(' ');

const buildCopyArgs = ({ probe }: FfmpegProbe): string[] => ['-c', 'copy', ...(needsColourTag(probe) ? HD_COLOURS : [])];

const readFrames = (line: string): number | undefined => (line.startsWith('frame=') ? Number(line.slice('frame='.length)) : undefined);

/** `-progress` writes lines of key=value. */
function reportProgress(line: string, { durationMs }: VideoProbe, onProgress: (percent: number) => void): void {
  const [key, value] = line.split('=');
  const doneMs = Number(value) / 1000;
  if (key !== 'out_time_us' || !Number.isFinite(doneMs) || durationMs <= 0) return;
  onProgress(Math.max(0, Math.min(99, Math.floor((doneMs * 100) / durationMs))));
}

/** FFmpeg applies the rotation before the filters; with `-noautorotate` it would keep the rotation tag. */
const withoutRotationFilters = (probe: VideoProbe): VideoProbe => ({ ...probe, uprightFilters: [] });

function buildEncodeArgs({ probe, audioIndex }: FfmpegProbe, { frameTimingOption }: FfmpegPaths, quality?: VideoQuality): string[] {
  const encoder = Object.entries(getEncoderOptions(probe, quality)).flatMap(([name, value]) => [`-${name}:v`, String(value)]);
  const picture = [
    '-vf',
    buildRenditionFilters(withoutRotationFilters(probe), quality),
    '-c:v',
    'libx264',
    ...encoder,
    '-g',
    String(GOP_FRAMES),
  ];
  // Otherwise FFmpeg repeats frames up to the rate that the source states, also those that a filter has dropped.
  picture.push(frameTimingOption, 'vfr');
  return audioIndex === undefined ? picture : [...picture, '-af', AUDIO_FILTER, '-c:a', 'aac', '-b:a', AUDIO_BITRATE];
}
