import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convertVideo } from '../../testing/convert-video.ts';
import { describeEachFfmpeg, INSTALLED_FFMPEG } from '../../testing/each-ffmpeg.ts';
import { expectConverted } from '../../testing/expect-media.ts';
import { INTERLACED_VIDEOS, MAX_COMBS, measureCombs, readFrame } from '../../testing/interlaced-videos.ts';
import { showsCorners } from '../../testing/media-files.ts';
import { CONTAINER_VIDEOS, FURTHER_VIDEOS, TRICKY_VIDEOS } from '../../testing/tricky-videos.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';

describeEachFfmpeg('a video', INSTALLED_FFMPEG, (ffmpegPath) => {
  let folder: string;
  let tools: MediaTools;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-cases-'));
    tools = createMediaTools({ ffmpegPath, log: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await tools.stop();
    await rm(folder, { recursive: true });
  });

  it.each([...TRICKY_VIDEOS, ...FURTHER_VIDEOS, ...CONTAINER_VIDEOS])('of this kind is converted completely: $name', async (video) => {
    const converted = await convertVideo(tools, folder, { bytes: await video.make(), format: video.format });
    expectConverted(converted, video);
    expect(await showsCorners(converted.still)).toBe(true);
  });

  it.each(INTERLACED_VIDEOS)('with fields, $name, becomes one without combs', async ({ make }) => {
    const { filmPath, still } = await convertVideo(tools, folder, { bytes: await make(), format: 'mov' });
    expect(await measureCombs(still)).toBeLessThan(MAX_COMBS);
    expect(await measureCombs(await readFrame(filmPath, 20))).toBeLessThan(MAX_COMBS);
  });
});
