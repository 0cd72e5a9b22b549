import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertVideo } from '../../testing/convert-video.ts';
import { expectConverted } from '../../testing/expect-media.ts';
import { INTERLACED_VIDEOS, MAX_COMBS, measureCombs, readFrame } from '../../testing/interlaced-videos.ts';
import { showsCorners } from '../../testing/media-files.ts';
import { CONTAINER_VIDEOS, TRICKY_VIDEOS } from '../../testing/tricky-videos.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import { sniff } from './sniff.ts';

let folder: string;
let tools: MediaTools;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-cases-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

describe('a video', () => {
  it.each(TRICKY_VIDEOS)('with $name is converted completely', async (video) => {
    const converted = await convertVideo(tools, folder, { bytes: await video.make(), format: video.format });
    expectConverted(converted, video);
    expect(await showsCorners(converted.still)).toBe(true);
  });

  it.each(INTERLACED_VIDEOS.slice(1))('with fields, $name, becomes one without combs', async ({ make }) => {
    const { filmPath, still, mp4 } = await convertVideo(tools, folder, { bytes: await make(), format: 'mov' });
    expect(mp4.isTranscoded).toBe(true);
    expect(await measureCombs(still)).toBeLessThan(MAX_COMBS);
    expect(await measureCombs(await readFrame(filmPath, 20))).toBeLessThan(MAX_COMBS);
  });
});

describe('sniff', () => {
  const sniffBytes = async (bytes: Buffer) => {
    const file = path.join(folder, `sniffed-${bytes.length}`);
    await writeFile(file, bytes);
    return sniff(file);
  };

  it.each(CONTAINER_VIDEOS)('recognizes $name', async ({ make, format }) => {
    expect(await sniffBytes(await make())).toMatchObject({ kind: 'video', format });
  });
});
