import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHeicBurst, aHeicGrid } from '../../testing/heic-collections.ts';
import { contentOf } from '../../testing/heic-file.ts';
import { aLowOverheadHeif } from '../../testing/low-overhead-heif.ts';
import * as files from '../../testing/media-files.ts';
import { aJpegWithoutEnd, anOldJpegTiff, aSamsungPanorama, UNUSUAL_JPEGS } from '../../testing/unusual-images.ts';
import { encodeVideo } from '../../testing/video-file.ts';
import type { DevelopedFormat } from './image-tool-types.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import { sniff } from './sniff.ts';

let folder: string;
let tools: MediaTools;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-unusual-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

const target = () => path.join(folder, `file-${count++}`);

/** Detects and probes a file as an upload does. */
async function probe(bytes: Buffer) {
  const source = target();
  await writeFile(source, bytes);
  const found = await sniff(source);
  if (found.kind !== 'image') throw new Error('This is no image');
  return { source, format: found.format, ...(await tools.images.probe({ source, format: found.format })) };
}

/** Returns the image as tiles show it. */
async function render(bytes: Buffer): Promise<Buffer> {
  const { source, format } = await probe(bytes);
  const [developed, rendered] = [target(), target()];
  const isDeveloped = format === 'heic' || format === 'tiff';
  if (isDeveloped) await tools.images.develop({ source, format: format as DevelopedFormat, target: developed });
  await tools.images.render({ source: isDeveloped ? developed : source, target: rendered, width: 320, fit: 'inside' });
  return readFile(rendered);
}

describe('a JPEG', () => {
  it.each(UNUSUAL_JPEGS)('with %s is accepted and shown', async (_name, make) => {
    const bytes = await make();
    expect(await probe(bytes)).toMatchObject({ width: 96, height: 64 });
    expect(await files.showsCorners(await render(bytes))).toBe(true);
  });

  it.each([
    ['a truncated one', async () => files.truncate(await aJpegWithoutEnd(), 0.9)],
    ['a truncated progressive one', async () => files.truncate(await aJpegWithoutEnd({ progressive: true }), 0.9)],
    [
      'a truncated panorama',
      async () => {
        const panorama = await aSamsungPanorama();
        return Buffer.concat([panorama.subarray(0, -504), panorama.subarray(-444)]);
      },
    ],
    ['one without compressed data', async () => (await files.aJpeg()).subarray(0, 20)],
  ])('that lacks pixels is refused: %s', async (_name, make) => {
    await expect(probe(await make())).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });
});

describe('a TIFF with old-style JPEG', () => {
  it.each([1, 2] as const)('in %i part(s) is accepted and shown', async (parts) => {
    expect(await files.showsCorners(await render(await anOldJpegTiff({ parts })))).toBe(true);
  });

  it('that is truncated is refused', async () => {
    await expect(probe(files.truncate(await anOldJpegTiff(), 0.8))).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });
});

const SIZE = { width: 128, height: 96 };
const anHevcFrame = (rgb: Buffer): Promise<Buffer> => encodeVideo(rgb, { ...SIZE, codec: 'hevc', container: 'mp4', frames: 1 });
const plainRgb = ([r, g, b]: files.Rgb): Buffer => Buffer.alloc(SIZE.width * SIZE.height * 3, Buffer.from([r, g, b]));

describe('a HEIC', () => {
  it('of several images is shown by its primary one', async () => {
    const frames = [await anHevcFrame(plainRgb([40, 200, 60])), await anHevcFrame(files.cornersRgb(SIZE))];
    expect(await files.showsCorners(await render(aHeicBurst(frames, SIZE, 2)))).toBe(true);
    expect(await files.showsCorners(await render(aHeicBurst(frames, SIZE, 1)))).toBe(false);
  });

  it('of tiles is shown as a whole', async () => {
    const tiles = [await anHevcFrame(plainRgb([200, 40, 40])), await anHevcFrame(plainRgb([40, 40, 200]))];
    const bytes = aHeicGrid(tiles, SIZE);
    expect(await probe(bytes)).toMatchObject({ width: 256, height: 96 });
    const [topLeft, topRight] = await files.readCorners(await render(bytes));
    expect([topLeft?.[0], topRight?.[2]].every((level = 0) => level > 150)).toBe(true);
  });
});

describe('a file with the brand mif3', () => {
  it('is opened as the codec that its second brand names', async () => {
    const frame = await anHevcFrame(files.cornersRgb(SIZE));
    const heic = aLowOverheadHeif({ brand: 'heic', ...SIZE, configuration: contentOf(frame, 'hvcC'), data: contentOf(frame, 'mdat') });
    const still = await files.anAvif(SIZE);
    const avif = aLowOverheadHeif({ brand: 'avif', ...SIZE, configuration: contentOf(still, 'av1C'), data: contentOf(still, 'mdat') });
    for (const bytes of [heic, avif]) expect(await files.showsCorners(await render(bytes))).toBe(true);
  });

  it('is opened when it has ordinary boxes', async () => {
    const avif = await files.anAvif(SIZE);
    avif.write('mif3avif', 8, 'latin1');
    expect(await files.showsCorners(await render(avif))).toBe(true);
  });
});
