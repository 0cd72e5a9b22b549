import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { runFfmpeg } from './ffmpeg-command.ts';
import { readFfprobe } from './ffmpeg-probe.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { ToolCrashError, ToolError } from './tool-child.ts';
import { buildRenditionFilters, getRenditionSize, isUniversallyPlayable, USED_FILTERS } from './video-plan.ts';
import type { VideoSession } from './video-session.ts';
import { createVideoTools, withFallback } from './video-tools.ts';

const matrix =
  '\n00000000:            0       65536           0\n00000001:       -65536           0           0\n00000002:            0           0  1073741824\n';
const phone = {
  streams: [
    { index: 0, codec_type: 'video', codec_name: 'mjpeg', width: 300, height: 300, disposition: { attached_pic: 1 } },
    { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2 },
    {
      index: 2,
      codec_type: 'video',
      codec_name: 'hevc',
      width: 1920,
      height: 1080,
      pix_fmt: 'yuv420p10le',
      avg_frame_rate: '30000/1001',
      color_transfer: 'arib-std-b67',
      side_data_list: [{ side_data_type: 'Display Matrix', displaymatrix: matrix, rotation: -90 }],
    },
  ],
  format: { duration: '12.345000' },
};

describe('readFfprobe', () => {
  it('reads the video stream and not the cover image, with its rotation, sound and colours', () => {
    const { probe, videoIndex, audioIndex } = readFfprobe(JSON.stringify(phone), 'mov');
    expect({ videoIndex, audioIndex }).toEqual({ videoIndex: 2, audioIndex: 1 });
    expect(probe).toMatchObject({ width: 1080, height: 1920, durationMs: 12_345, isHdr: true, uprightFilters: ['transpose=clock'] });
    expect(isUniversallyPlayable(probe)).toBe(false);
    expect(getRenditionSize(probe)).toEqual({ width: 720, height: 1280 });
    expect(buildRenditionFilters(probe)).toMatch(
      /^setparams=colorspace=bt2020nc:color_primaries=bt2020,transpose=clock,scale=720:1280,setsar=1,zscale/,
    );
  });

  it('rejects a file without a video stream', () => {
    expect(() => readFfprobe('{"streams":[{"index":0,"codec_type":"audio","codec_name":"aac","channels":2}]}', 'mov')).toThrow(
      /no video track/,
    );
  });
});

describe('findFfmpeg', () => {
  const log = pino({ level: 'silent' });
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-ffmpeg-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const lines = (names: readonly string[]) => names.map((name) => ` V..... ${name}`).join('\n');
  const COMPLETE = { encoders: lines(['libx264', 'aac', 'mjpeg']), filters: lines(USED_FILTERS), bsfs: 'setts', demuxers: ':', trial: ':' };

  /** Installs a fake FFmpeg that prints these lists, and runs these commands for its demuxers and for anything else. */
  async function install({ encoders, filters, bsfs, demuxers, trial }: typeof COMPLETE): Promise<string> {
    const lists = `*-encoders*) echo '${encoders}';; *-filters*) echo '${filters}';; *-bsfs*) echo '${bsfs}';; *-demuxers*) ${demuxers};;`;
    const script = `#!/bin/sh\ncase "$*" in ${lists} *) ${trial};; esac\n`;
    for (const name of ['ffmpeg', 'ffprobe']) await writeFile(path.join(folder, name), script, { mode: 0o755 });
    return path.join(folder, 'ffmpeg');
  }

  it('finds the first complete FFmpeg on the search path', async () => {
    const ffmpeg = await install(COMPLETE);
    expect(await findFfmpeg(undefined, `/nowhere:${folder}`, log)).toEqual({
      paths: { ffmpeg, ffprobe: path.join(folder, 'ffprobe'), frameTimingOption: '-vsync' },
      readsAnimatedWebp: false,
      rejected: [],
    });
  });

  it.each([
    { what: 'has the demuxer', demuxers: "echo ' D  webp_anim'", reads: true },
    { what: 'fails to list its demuxers', demuxers: 'exit 1', reads: false },
  ])('returns readsAnimatedWebp $reads for an FFmpeg that $what', async ({ demuxers, reads }) => {
    await install({ ...COMPLETE, demuxers });
    expect(await findFfmpeg(undefined, folder, log)).toMatchObject({ readsAnimatedWebp: reads, rejected: [] });
  });

  it.each([
    { lack: 'an encoder', made: { ...COMPLETE, encoders: lines(['aac', 'mjpeg']) }, reason: 'it lacks the encoder libx264' },
    {
      lack: 'a filter',
      made: { ...COMPLETE, filters: lines(USED_FILTERS.filter((name) => name !== 'zscale')) },
      reason: 'it lacks the filter zscale',
    },
    { lack: 'a bitstream filter', made: { ...COMPLETE, bsfs: 'null' }, reason: 'it lacks the bitstream filter setts' },
    { lack: 'stability', made: { ...COMPLETE, trial: 'kill -SEGV $$' }, reason: 'it does not run: the tool crashed (SIGSEGV)' },
  ])('rejects an FFmpeg that lacks $lack, with the reason', async ({ made, reason }) => {
    const ffmpeg = await install(made);
    const rejected = [{ ffmpeg, reason }];
    expect(await findFfmpeg(ffmpeg, '', log)).toEqual({ paths: undefined, readsAnimatedWebp: false, rejected });
    expect(await findFfmpeg(undefined, folder, log)).toEqual({ paths: undefined, readsAnimatedWebp: false, rejected });
  });

  describe('without the FFmpeg of node-av', () => {
    const NO_SANDBOX = { user: undefined, ownUserCommand: [], restrictedUserCommand: [] };
    const open = (format: 'mov' | 'webp_anim', searchPath: string) =>
      createVideoTools({
        ffmpegPath: undefined,
        searchPath,
        images: undefined as never,
        home: { sandbox: NO_SANDBOX, workDir: folder },
        log,
        hasBuiltIn: false,
      }).open({ sizeBytes: 1, format });

    it('refuses animated WebP that the installed FFmpeg cannot read', async () => {
      await install(COMPLETE);
      await expect(open('webp_anim', folder)).rejects.toMatchObject({
        code: 'FILE_UNSUPPORTED',
        message: expect.stringContaining('animated WebP') as string,
      });
    });

    it('fails as a tool, so that the job is retried, without any FFmpeg', async () => {
      await expect(open('mov', '/nowhere')).rejects.toBeInstanceOf(ToolError);
    });

    it('opens a video with the installed FFmpeg', async () => {
      await install(COMPLETE);
      (await open('mov', folder)).close();
    });
  });

  it('rejects a configured path without a program', async () => {
    const ffmpeg = path.join(folder, 'ffmpeg');
    expect((await findFfmpeg(ffmpeg, '', log)).rejected).toEqual([{ ffmpeg, reason: `${ffmpeg} is missing or not executable` }]);
  });
});

describe('runFfmpeg', () => {
  const limits = { memoryBytes: 1e9, fileBytes: 1e6 };
  it('reports a program that died from a signal as a crash, not as a broken file', async () => {
    await expect(runFfmpeg('/bin/sh', ['-c', 'kill -SEGV $$'], { limits, silenceMs: 10_000 })).rejects.toMatchObject({
      name: 'ToolCrashError',
      cause: { message: 'the tool crashed (SIGSEGV)' },
    });
  });
});

describe('withFallback', () => {
  const unused = () => Promise.reject(new Error('not expected'));
  const session = (hls: VideoSession['hls']): VideoSession => ({ probe: unused, still: unused, mp4: unused, hls, close: () => undefined });
  const args = { source: 'a', target: 'b' };

  it('repeats a crashed step in the other session and stays there', async () => {
    const ran: string[] = [];
    const first = session(() => {
      ran.push('installed');
      return Promise.reject(new ToolCrashError('SIGSEGV'));
    });
    const video = withFallback(first, async () => session(async () => void ran.push('built-in')));
    await video.hls(args);
    await video.hls(args);
    expect(ran).toEqual(['installed', 'built-in', 'built-in']);
  });

  it('does not repeat a step that failed because of the file', async () => {
    const broken = new AppError('FILE_BROKEN');
    const video = withFallback(
      session(() => Promise.reject(broken)),
      unused,
    );
    await expect(video.hls(args)).rejects.toBe(broken);
  });
});
