import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { readFfprobe } from './ffmpeg-probe.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { playsEverywhere, renditionFilters, renditionSize } from './video-plan.ts';

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

describe('what ffprobe tells', () => {
  it('is read: the film and not its cover, upright, with its sound and its colours', () => {
    const { probe, videoIndex, audioIndex } = readFfprobe(JSON.stringify(phone));
    expect({ videoIndex, audioIndex }).toEqual({ videoIndex: 2, audioIndex: 1 });
    expect(probe).toMatchObject({ width: 1080, height: 1920, durationMs: 12_345, isHdr: true, uprightFilters: ['transpose=clock'] });
    expect(playsEverywhere(probe)).toBe(false);
    expect(renditionSize(probe)).toEqual({ width: 720, height: 1280 });
    expect(renditionFilters(probe)).toMatch(/^transpose=clock,scale=720:1280,setsar=1,zscale/);
  });

  it('of a file without a film is a refusal', () => {
    expect(() => readFfprobe('{"streams":[{"index":0,"codec_type":"audio","codec_name":"aac","channels":2}]}')).toThrow(/no picture/);
  });
});

describe('the ffmpeg to use', () => {
  it('is the built-in one when the one given, or found, is not what it seems', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-ffmpeg-'));
    for (const name of ['ffmpeg', 'ffprobe'])
      await writeFile(path.join(folder, name), '#!/bin/sh\necho " V..... mpeg4"\n', { mode: 0o755 });
    const log = pino({ level: 'silent' });
    expect(await findFfmpeg(path.join(folder, 'ffmpeg'), '', log)).toBeUndefined();
    expect(await findFfmpeg(undefined, folder, log)).toBeUndefined();
    for (const name of ['ffmpeg', 'ffprobe'])
      await writeFile(path.join(folder, name), '#!/bin/sh\necho " V..... libx264\n A..... aac"\n', { mode: 0o755 });
    expect(await findFfmpeg(undefined, `/nowhere:${folder}`, log)).toEqual({
      ffmpeg: path.join(folder, 'ffmpeg'),
      ffprobe: path.join(folder, 'ffprobe'),
    });
    await rm(folder, { recursive: true });
  });
});
