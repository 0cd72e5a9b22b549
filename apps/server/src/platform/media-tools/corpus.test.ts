import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPhotoWithMetadata } from '../../testing/captured-files.ts';
import { aCodedGreyPng, COLOURED_IMAGES } from '../../testing/coloured-images.ts';
import { COLOURED_VIDEOS } from '../../testing/coloured-videos.ts';
import { expectColour, expectCornerColours, expectSameColours } from '../../testing/expect-media.ts';
import { aHeic, anAvif, aPlainHdrVideo, readCenterColour, showsCorners } from '../../testing/media-files.ts';
import { anOrientedImage, ORIENTATIONS, ORIENTED_FORMATS } from '../../testing/oriented-images.ts';
import type { DevelopedFormat } from './image-tool-types.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import type { ImageFormat } from './sniff.ts';

let folder: string;
let tools: MediaTools;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-corpus-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

const target = () => path.join(folder, `file-${count++}`);

interface ShownImage {
  tile: Buffer;
  screenCopy: Buffer;
}

/** Makes the copies of an image that pages and screens show, as its upload and its job do. */
async function show(bytes: Buffer, format: ImageFormat): Promise<ShownImage> {
  const [source, developed, folderOfCopies, tile] = [target(), target(), await mkdtemp(path.join(folder, 'copies-')), target()];
  await writeFile(source, bytes);
  await tools.images.probe({ source, format });
  const isDeveloped = format === 'heic' || format === 'tiff';
  if (isDeveloped) await tools.images.develop({ source, format: format as DevelopedFormat, target: developed });
  const shown = isDeveloped ? developed : source;
  const box = { width: 3840, height: 2160 };
  await tools.images.prepare({ source: shown, target: folderOfCopies, turn: 0, ...box, hd: { width: 1920, height: 1080 } });
  await tools.images.render({ source: shown, target: tile, width: 320, fit: 'inside', isWebp: true });
  return { tile: await readFile(tile), screenCopy: await readFile(path.join(folderOfCopies, 'wall')) };
}

describe('an image', () => {
  it.each(ORIENTED_FORMATS.flatMap((format) => ORIENTATIONS.map((orientation) => ({ format, orientation }))))(
    'in $format with orientation $orientation is shown upright',
    async ({ format, orientation }) => {
      const { tile, screenCopy } = await show(await anOrientedImage(format, orientation), format);
      for (const picture of [tile, screenCopy]) expect(await showsCorners(picture)).toBe(true);
    },
  );

  it.each([0, 1, 2, 3])('in HEIC with %i quarter turns is shown turned once', async (quarterTurns) => {
    const { screenCopy } = await show(await aHeic({ width: 128, height: 96 }, { quarterTurns }), 'heic');
    expect(await showsCorners(screenCopy)).toBe(quarterTurns === 0);
  });

  it.each(COLOURED_IMAGES)('keeps the colours of $name', async ({ format, make }) => {
    const { tile, screenCopy } = await show(await make(), format);
    for (const picture of [tile, screenCopy]) await expectCornerColours(picture);
  });

  it('in AVIF without a profile keeps its colours', async () => {
    const { screenCopy } = await show(await anAvif({ width: 128, height: 96 }), 'avif');
    expect(await showsCorners(screenCopy)).toBe(true);
  });

  it('in PQ gets the colours of a PQ video', async () => {
    for (const level of [60, 110, 150]) {
      const source = target();
      await writeFile(source, await aPlainHdrVideo([level, level, level]));
      const still = target();
      const session = await tools.videos.open({ format: 'mov', sizeBytes: 1e6 });
      await session.still({ source, format: 'mov', target: still });
      session.close();
      const { screenCopy } = await show(await aCodedGreyPng(level, 9, 16), 'png');
      expectColour(await readCenterColour(screenCopy), await readCenterColour(await readFile(still)));
    }
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('in %s has the date of its EXIF data', async (format) => {
    const source = target();
    await writeFile(source, await aPhotoWithMetadata({ at: '2024:07:21 14:03:59', offset: '+02:00' }, { format }));
    const { facts } = await tools.images.probe({ source, format });
    expect(facts).toMatchObject({ takenAt: '2024-07-21T12:03:59.000Z', offsetMin: 120 });
  });
});

describe('a video', () => {
  it.each(COLOURED_VIDEOS.slice(0, 3))('with the colours of $name has them in its poster frame and its copy', async (video) => {
    await expectSameColours(tools, folder, video);
  });
});
