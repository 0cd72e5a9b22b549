import path from 'node:path';
import { type RunOptions, runFfmpeg } from './ffmpeg-command.ts';
import { type FfmpegProbe, PROBE_ARGS, readFfprobe } from './ffmpeg-probe.ts';
import type { ImageTools } from './image-tools.ts';
import type { Sandbox } from './sandbox.ts';
import { openSandboxFolder, type SandboxFolder, type ToolPaths } from './sandbox-folder.ts';
import type { ToolEnvironment } from './tool-child.ts';
import {
  AUDIO_BITRATE,
  AUDIO_FILTER,
  assertComplete,
  assertPlausibleTimestamps,
  buildRenditionFilters,
  buildStillFilters,
  GOP_FRAMES,
  HLS_SEGMENT_S,
  isUniversallyPlayable,
  VIDEO_ENCODER,
} from './video-plan.ts';
import {
  ENCODE_SILENCE_TIMEOUT_MS,
  getVideoLimits,
  OPEN_TIMEOUT_MS,
  STILL_AT_S,
  STILL_LONG_SIDE,
  type VideoSession,
  type VideoWork,
} from './video-session.ts';
import type { HlsArgs, Mp4, Mp4Args, Still, StillArgs, VideoProbe, VideoSource } from './video-tool-types.ts';

export interface FfmpegPaths {
  ffmpeg: string;
  ffprobe: string;
}

/** Only the one demuxer, and only this file: nothing in it can name another file or address. */
const buildInputArgs = ({ source, format }: VideoSource) => ['-protocol_whitelist', 'file,pipe', '-f', format, '-i', `file:${source}`];
const QUIET = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

type WorkOptions = Omit<RunOptions, 'sandbox' | 'cwd'>;

/** Runs a program on what it is lent, and takes back what it made. */
const createRunner =
  (room: SandboxFolder, sandbox: Sandbox) =>
  async <A extends ToolPaths>(program: string, args: A, build: (lent: A) => string[], options: WorkOptions): Promise<string> => {
    const lent = await room.shareFiles(args);
    try {
      const output = await runFfmpeg(program, build(lent.args), { ...options, sandbox, cwd: room.folder });
      await lent.collectOutput();
      return output;
    } finally {
      await lent.clear();
    }
  };

const ONE_JPEG = '-frames:v 1 -c:v mjpeg -q:v 3 -f image2 -update 1'.split(' ');

/** The same work as by node-av, by the programs of an FFmpeg that the machine has. */
export async function openFfmpegSession(
  { ffmpeg, ffprobe }: FfmpegPaths,
  images: ImageTools,
  { sandbox, workDir }: ToolEnvironment,
  { sizeBytes, signal }: VideoWork,
): Promise<VideoSession> {
  const room = await openSandboxFolder(workDir, sandbox.user);
  const limits = getVideoLimits(sizeBytes);
  const short: WorkOptions = { limits, silenceMs: OPEN_TIMEOUT_MS, signal };
  const long = { limits, silenceMs: ENCODE_SILENCE_TIMEOUT_MS, signal };
  const run = createRunner(room, sandbox);
  const probeOnce = async ({ source, format }: VideoSource): Promise<FfmpegProbe> =>
    readFfprobe(await run(ffprobe, { source, format }, (lent) => [...PROBE_ARGS, ...buildInputArgs(lent)], short));

  return {
    probe: async (args) => (await probeOnce(args)).probe,

    async still(args: StillArgs): Promise<Still> {
      const { probe, videoIndex } = await probeOnce(args);
      const at = Math.min(STILL_AT_S, probe.durationMs / 10_000);
      const filters = buildStillFilters(withoutRotationFilters(probe), STILL_LONG_SIDE);
      const output = ['-map', `0:${videoIndex}`, '-vf', filters, ...ONE_JPEG];
      const build = (lent: StillArgs) => [...QUIET, '-ss', String(at), ...buildInputArgs(lent), ...output, `file:${lent.target}`];
      await run(ffmpeg, args, build, short);
      const { width, height } = await images.probe({ source: args.target, format: 'jpeg' });
      return { width, height, thumbhash: await images.hash({ source: args.target }) };
    },

    async mp4(args: Mp4Args, onProgress): Promise<Mp4> {
      const found = await probeOnce(args);
      let frames = 0;
      const onLine = (line: string) => {
        frames = readFrames(line) ?? frames;
        reportProgress(line, found.probe.durationMs, onProgress);
      };
      await run(ffmpeg, args, (lent) => buildMp4Args(lent, found), { ...long, onLine });
      const { width, height, durationMs } = (await probeOnce({ source: args.target, format: 'mov' })).probe;
      assertComplete(found.probe.durationMs, durationMs);
      assertPlausibleTimestamps(frames, durationMs);
      return { width, height, durationMs: Math.max(1, durationMs), isTranscoded: !isUniversallyPlayable(found.probe) };
    },

    hls: async (args: HlsArgs): Promise<void> => void (await run(ffmpeg, args, buildHlsArgs, long)),

    close: () => void room.close(),
  };
}

function buildHlsArgs({ source, target }: HlsArgs): string[] {
  const segments = ['-hls_time', String(HLS_SEGMENT_S), '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod'];
  const names = [
    '-hls_segment_filename',
    path.join(target, 'seg_%d.m4s'),
    '-hls_fmp4_init_filename',
    'init.mp4',
    path.join(target, 'main.m3u8'),
  ];
  return [...QUIET, ...buildInputArgs({ source, format: 'mov' }), '-c', 'copy', '-f', 'hls', ...segments, ...names];
}

function buildMp4Args(args: Mp4Args, found: FfmpegProbe): string[] {
  const streams = [found.videoIndex, found.audioIndex].filter((index) => index !== undefined).flatMap((index) => ['-map', `0:${index}`]);
  const work = isUniversallyPlayable(found.probe) ? ['-c', 'copy'] : buildEncodeArgs(found);
  const output = ['-map_metadata', '-1', '-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4', `file:${args.target}`];
  return [...QUIET, ...buildInputArgs(args), ...streams, ...work, ...output];
}

const readFrames = (line: string): number | undefined => (line.startsWith('frame=') ? Number(line.slice('frame='.length)) : undefined);

/** `-progress` writes lines of key=value. */
function reportProgress(line: string, durationMs: number, onProgress: (percent: number) => void): void {
  const [key, value] = line.split('=');
  const doneMs = Number(value) / 1000;
  if (key !== 'out_time_us' || !Number.isFinite(doneMs) || durationMs <= 0) return;
  onProgress(Math.max(0, Math.min(99, Math.floor((doneMs * 100) / durationMs))));
}

/** FFmpeg applies the rotation before the filters; with `-noautorotate` it would keep the rotation tag. */
const withoutRotationFilters = (probe: VideoProbe): VideoProbe => ({ ...probe, uprightFilters: [] });

function buildEncodeArgs({ probe, audioIndex }: FfmpegProbe): string[] {
  const encoder = Object.entries(VIDEO_ENCODER).flatMap(([name, value]) => [`-${name}`, String(value)]);
  const picture = ['-vf', buildRenditionFilters(withoutRotationFilters(probe)), '-c:v', 'libx264', ...encoder, '-g', String(GOP_FRAMES)];
  return audioIndex === undefined ? picture : [...picture, '-af', AUDIO_FILTER, '-c:a', 'aac', '-b:a', AUDIO_BITRATE];
}
