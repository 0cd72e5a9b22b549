import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLOURED_VIDEOS, FRAME_RATES } from '../../testing/coloured-videos.ts';
import { convertVideo } from '../../testing/convert-video.ts';
import { describeEachFfmpeg, INSTALLED_FFMPEG } from '../../testing/each-ffmpeg.ts';
import { expectSameColours } from '../../testing/expect-media.ts';
import { aVideo, showsCorners } from '../../testing/media-files.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';

const MAX_RATE = 60.6;

describeEachFfmpeg('a video', INSTALLED_FFMPEG, (ffmpegPath) => {
  let folder: string;
  let tools: MediaTools;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-corpus-'));
    tools = createMediaTools({ ffmpegPath, log: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await tools.stop();
    await rm(folder, { recursive: true });
  });

  it.each(COLOURED_VIDEOS)('with the colours of $name has them in its poster frame and its copy', async (video) => {
    await expectSameColours(tools, folder, video);
  });

  it.each(FRAME_RATES.flatMap((framesPerSecond) => (['h264', 'hevc'] as const).map((codec) => ({ framesPerSecond, codec }))))(
    'in $codec of $framesPerSecond frames per second is converted completely',
    async ({ framesPerSecond, codec }) => {
      const bytes = await aVideo({ width: 160, height: 96, codec, framesPerSecond, seconds: 2 });
      const { still, film, hlsS } = await convertVideo(tools, folder, { bytes, format: 'mov' });
      expect(await showsCorners(still)).toBe(true);
      expect(film.framesPerSecond).toBeLessThan(MAX_RATE);
      if (framesPerSecond < MAX_RATE) expect(film.framesPerSecond / framesPerSecond).toBeCloseTo(1, 1);
      for (const seconds of [film.durationMs / 1000, hlsS]) expect(Math.abs(seconds - 2)).toBeLessThan(0.25);
    },
  );
});
