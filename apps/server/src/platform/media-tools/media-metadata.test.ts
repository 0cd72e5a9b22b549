import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPhotoWithMetadata, aVideoWithMetadata, LISBON, MUNICH } from '../../testing/captured-files.ts';
import { aHeic, aJpeg, aPng, aPngChunk } from '../../testing/media-files.ts';
import { parseMetadata } from './image-metadata.ts';
import { formatCameraName, NO_METADATA, parseCaptureTime, parsePosition, sanitizeText } from './media-metadata.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import { findPlaceName } from './place-names.ts';
import { parseVideoMetadata } from './video-metadata.ts';

let folder: string;
let tools: MediaTools;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-facts-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ enabled: false }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function save(bytes: Buffer): Promise<string> {
  const source = path.join(folder, `file-${count++}`);
  await writeFile(source, bytes);
  return source;
}

const SUMMER = {
  at: '2024:07:21 14:03:59',
  offset: '+02:00',
  make: 'Canon',
  model: 'Canon EOS R5',
  lens: 'RF24-70mm F2.8 L',
  position: MUNICH,
};

describe('metadata of a picture', () => {
  it.each(['jpeg', 'webp', 'avif', 'png'] as const)('in %s contains date, camera and place', async (format) => {
    const source = await save(await aPhotoWithMetadata(SUMMER, { format }));
    const facts = await tools.images.facts({ source, format });
    expect(facts).toMatchObject({
      takenAt: '2024-07-21T12:03:59.000Z',
      offsetMin: 120,
      camera: 'Canon EOS R5',
      lens: 'RF24-70mm F2.8 L',
      place: 'Munich, Bavaria, Germany',
      hasLocation: true,
    });
    expect(facts.position?.latitude).toBeCloseTo(MUNICH[0], 3);
    expect(facts.position?.longitude).toBeCloseTo(MUNICH[1], 3);
  });

  it('is empty without such fields', async () => {
    expect(await tools.images.facts({ source: await save(await aPhotoWithMetadata({})), format: 'jpeg' })).toEqual(NO_METADATA);
    expect(await tools.images.facts({ source: await save(await aHeic()), format: 'heic' })).toEqual(NO_METADATA);
  });

  it.each([
    [
      'EXIF of digitization, after an original of zeros',
      { DateTimeOriginal: '0000:00:00 00:00:00', DateTimeDigitized: '2018:03:04 05:06:07' },
    ],
    ['EXIF of digitization alone', { DateTimeDigitized: '2018:03:04 05:06:07' }],
  ])('takes the date of %s', async (_name, IFD2) => {
    const jpeg = await sharp(await aJpeg())
      .withExif({ IFD0: { DateTime: '2020:01:01 00:00:00' }, IFD2 })
      .jpeg()
      .toBuffer();
    const facts = await tools.images.facts({ source: await save(jpeg), format: 'jpeg' });
    expect(facts).toMatchObject({ takenAt: '2018-03-04T05:06:07.000Z', offsetMin: null });
  });

  it('takes the date of XMP, and of the text in a PNG', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description photoshop:DateCreated="2017-02-03T04:05:06+01:00"/></x:xmpmeta>';
    const jpeg = await sharp(await aJpeg())
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    const expected = { takenAt: '2017-02-03T03:05:06.000Z', offsetMin: 60 };
    expect(await tools.images.facts({ source: await save(jpeg), format: 'jpeg' })).toMatchObject(expected);
    const png = await aPng({ width: 8, height: 8 });
    const text = aPngChunk('tEXt', Buffer.from('Creation Time\0Fri, 3 Feb 2017 04:05:06 +0100', 'latin1'));
    const dated = Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
    expect(await tools.images.facts({ source: await save(dated), format: 'png' })).toMatchObject(expected);
  });

  it('is kept in a rotated copy, without the place if requested', async () => {
    const original = await save(await aPhotoWithMetadata(SUMMER));
    for (const hasPlace of [true, false]) {
      const target = path.join(folder, `kept-${hasPlace}`);
      const description = { format: 'jpeg' as const, hasPlace };
      await tools.images.render({ source: original, original, target, description, fit: 'inside', turn: 90, isDownload: true });
      const { width, height, orientation = 1 } = await sharp(target).metadata();
      expect([width, height, orientation]).toEqual([200, 320, 1]);
      expect(await tools.images.facts({ source: target, format: 'jpeg' })).toMatchObject({
        takenAt: '2024-07-21T12:03:59.000Z',
        offsetMin: 120,
        camera: 'Canon EOS R5',
        place: hasPlace ? 'Munich, Bavaria, Germany' : null,
        hasLocation: hasPlace,
      });
    }
  });
});

describe('metadata of a video', () => {
  it('contains date and place', async () => {
    const bytes = await aVideoWithMetadata({ at: new Date('2023-03-04T05:06:07Z'), location: '+38.7119-009.1333+012.3/' });
    const session = await tools.videos.open({ format: 'mov', sizeBytes: bytes.length });
    try {
      const { facts } = await session.probe({ source: await save(bytes), format: 'mov' });
      expect(facts).toMatchObject({ takenAt: '2023-03-04T05:06:07.000Z', offsetMin: 0, hasLocation: true });
      expect(facts.position).toEqual({ latitude: 38.7119, longitude: -9.1333 });
    } finally {
      session.close();
    }
  });

  it('is not in the copy that screens and other people play', async () => {
    const bytes = await aVideoWithMetadata({ at: new Date('2023-03-04T05:06:07Z'), location: '+38.7119-009.1333/' });
    const session = await tools.videos.open({ format: 'mov', sizeBytes: bytes.length });
    try {
      const target = path.join(folder, 'copy.mp4');
      await session.mp4({ source: await save(bytes), format: 'mov', target }, () => undefined);
      for (const trace of ['xyz', '38.7119']) expect((await readFile(target)).includes(trace)).toBe(false);
      const { facts } = await session.probe({ source: target, format: 'mov' });
      expect(facts).toMatchObject({ takenAt: null, position: null, hasLocation: false });
    } finally {
      session.close();
    }
  });

  it('is read in the format of phones, ignoring dates of unset clocks', () => {
    const phone = {
      creation_time: '2024-07-21T12:03:59.000000Z',
      'com.apple.quicktime.creationdate': '2024-07-21T14:03:59+0200',
      'com.apple.quicktime.location.ISO6709': '-33.8568+151.2153/',
      'com.apple.quicktime.make': 'Apple',
      'com.apple.quicktime.model': 'iPhone 15 Pro',
    };
    expect(parseVideoMetadata(phone, false)).toMatchObject({
      takenAt: '2024-07-21T12:03:59.000Z',
      offsetMin: 120,
      camera: 'Apple iPhone 15 Pro',
      position: { latitude: -33.8568, longitude: 151.2153 },
      hasLocation: true,
    });
    for (const creation_time of ['1904-01-01T00:00:00.000000Z', '1970-01-01T00:00:00.000000Z', 'never'])
      expect(parseVideoMetadata({ creation_time }, false)).toEqual(NO_METADATA);
    expect(parseVideoMetadata({ location: '+91.0000+181.0000/' }, false)).toMatchObject({ position: null, hasLocation: true });
    expect(parseVideoMetadata({}, true).hasLocation).toBe(true);
  });
});

describe('dates', () => {
  it.each([
    ['2019:07:21 14:03:59', undefined, '2019-07-21T14:03:59.000Z', null],
    ['2019-07-21T14:03:59.123+05:45', undefined, '2019-07-21T08:18:59.000Z', 345],
    ['2019-07-21T14:03Z', undefined, '2019-07-21T14:03:00.000Z', 0],
    ['2019:07:21 14:03:59', '-03:30', '2019-07-21T17:33:59.000Z', -210],
    ['2019:07:21 14:03:59', '+99:99', '2019-07-21T14:03:59.000Z', null],
    ['1931:12:24 18:00:00', undefined, '1931-12-24T18:00:00.000Z', null],
  ])('%s %s are accepted', (text, offset, takenAt, offsetMin) => {
    expect(parseCaptureTime(text, offset)).toEqual({ takenAt, offsetMin });
  });

  it.each([
    '0000:00:00 00:00:00',
    '2023:02:31 10:00:00',
    '2023:13:01 10:00:00',
    '2023:01:01 25:00:00',
    '1700:01:01 00:00:00',
    '2999:01:01 00:00:00',
    '    :  :     :  :  ',
    undefined,
  ])('%s is not a date', (text) => {
    expect(parseCaptureTime(text)).toEqual({ takenAt: null, offsetMin: null });
  });
});

describe('hostile metadata', () => {
  it.each([
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
    [91, 0],
    [0, -181],
    [0, 0],
    ['1', '2'],
  ])('ignores the position %s, %s', (latitude, longitude) => {
    expect(parsePosition(latitude, longitude)).toBeNull();
  });

  it('becomes one short line without control characters', () => {
    expect(sanitizeText(`  Nikon\u0000\u202E D\n850\ud800 ${'x'.repeat(5000)}`)).toHaveLength(100);
    expect(sanitizeText('\u0000\u0000  ')).toBeNull();
    expect(formatCameraName('NIKON CORPORATION', 'NIKON D850')).toBe('NIKON CORPORATION NIKON D850');
    expect(formatCameraName('Canon', 'Canon EOS R5')).toBe('Canon EOS R5');
    expect(formatCameraName('\u0000', undefined)).toBeNull();
  });

  /** One entry of a TIFF directory, little-endian. */
  const entry = (tag: number, type: number, length: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(length, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const tiff = (entries: Buffer[], next: number, claimed = entries.length): Buffer => {
    const [counted, following] = [Buffer.alloc(2), Buffer.alloc(4)];
    counted.writeUInt16LE(claimed, 0);
    following.writeUInt32LE(next, 0);
    return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), counted, ...entries, following]);
  };
  const [EXIF_IFD, GPS_IFD, MODEL, LATITUDE] = [0x8769, 0x8825, 0x0110, 2];

  it.each<[string, Buffer]>([
    ['directories that lead to themselves', tiff([entry(EXIF_IFD, 4, 1, 8), entry(GPS_IFD, 4, 1, 8)], 8)],
    ['more entries than there are bytes', tiff([entry(MODEL, 2, 4, 0x41414141)], 0, 65_535)],
    ['texts longer than the file', tiff([entry(MODEL, 2, 0xffffffff, 8)], 0)],
    ['texts that begin behind its end', tiff([entry(MODEL, 2, 200, 0xfffffff0)], 0)],
    ['a position with division by zero', tiff([entry(GPS_IFD, 4, 1, 26), entry(LATITUDE, 5, 3, 0)], 0)],
    ['a directory outside of it', tiff([entry(EXIF_IFD, 4, 1, 0x7fffffff)], 0xffffffff)],
    ['random bytes', Buffer.alloc(60_000, 'II*\0')],
    ['nothing', Buffer.alloc(0)],
  ])('with %s contains no date and no place', async (_what, exif) => {
    expect(await parseMetadata({ exif })).toMatchObject({ takenAt: null, position: null, place: null });
  });

  it('reports a possible place that is only in XMP or cannot be read', async () => {
    expect(await parseMetadata({ xmp: Buffer.from('<rdf exif:GPSLatitude="38,42N"/>') })).toMatchObject({ hasLocation: true });
    expect(await parseMetadata({ exif: Buffer.alloc(60_000, 'II*\0') })).toMatchObject({ hasLocation: true });
  });
});

describe('place names', () => {
  it.each([
    [LISBON, 'Lisbon, Portugal'],
    [[40.758, -73.9855], 'New York City, New York, United States'],
    [[38.797, -9.39], 'Sintra, Lisbon, Portugal'],
    [[-18.1416, 178.4419], 'Suva, Central, Fiji'],
    [[-30, -20], null],
    [[90, 0], null],
  ] as const)('for %s: %s', async ([latitude, longitude], name) => {
    expect(await findPlaceName({ latitude, longitude })).toBe(name);
  });
});
