import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box, u32 } from '../../testing/heic-file.ts';
import { anAppleMakerNote, aQuickTimeMeta, containerXmp, microVideoXmp, samsungTrailer } from '../../testing/live-photos.ts';
import { readAppleContentId, readQuickTimeContentId } from './content-id.ts';
import { findEmbeddedVideo } from './embedded-video.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-live-photo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return file;
}

const ID = '3A9C2A4E-7F8B-4A60-9D65-0C2B7F1E5D11';

describe('the content identifier', () => {
  it('is read from the maker note of Apple', () => {
    expect(readAppleContentId(anAppleMakerNote(ID))).toBe(ID);
    expect(readAppleContentId(anAppleMakerNote(ID.toLowerCase()))).toBe(ID);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['is of another maker', Buffer.concat([Buffer.from('Nikon\0\0\0\0\0'), anAppleMakerNote(ID).subarray(10)])],
    ['ends within its directory', anAppleMakerNote(ID).subarray(0, 20)],
    ['ends before its text', anAppleMakerNote(ID).subarray(0, 32)],
    ['has a text of other characters', anAppleMakerNote("'; drop table files; --")],
    ['has a text of a megabyte', anAppleMakerNote('A'.repeat(1_000_000))],
  ])('is null when the maker note %s', (_, note) => {
    expect(readAppleContentId(note)).toBeNull();
  });

  it('is read from the metadata of a MOV, with and without a version of its box', async () => {
    const meta = aQuickTimeMeta(ID);
    const versioned = box('meta', Buffer.concat([u32(0), meta.subarray(8)]));
    for (const bytes of [meta, versioned])
      expect(readQuickTimeContentId(await save(Buffer.concat([box('ftyp', Buffer.from('qt  ')), box('moov', bytes)])))).toBe(ID);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['has no metadata', box('moov', box('mvhd', Buffer.alloc(100)))],
    ['has a box that ends behind its parent', box('moov', Buffer.concat([u32(1000), aQuickTimeMeta(ID).subarray(4)]))],
    ['has a box of no bytes', box('moov', Buffer.concat([u32(1), Buffer.from('free'), Buffer.alloc(8), aQuickTimeMeta(ID)]))],
    ['has metadata of two megabytes', box('moov', box('meta', Buffer.concat([aQuickTimeMeta(ID).subarray(8), Buffer.alloc(2_000_000)])))],
    [
      'has a thousand boxes first',
      box('moov', Buffer.concat([...Array.from({ length: 1000 }, () => box('free', Buffer.alloc(0))), aQuickTimeMeta(ID)])),
    ],
  ])('is null when the MOV %s', async (_, bytes) => {
    expect(readQuickTimeContentId(await save(bytes))).toBeNull();
  });
});

/** XMP of a JPEG without the identifier of its segment. */
const packet = (segment: Buffer) => segment.subarray(segment.indexOf(0) + 1);
const photo = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(500, 1), Buffer.from([0xff, 0xd9])]);
const film = Buffer.concat([box('ftyp', Buffer.from('mp42')), Buffer.alloc(1000, 2)]);
const place = { start: photo.length, bytes: film.length };

describe('damaged metadata', () => {
  /** Replaces some bytes of a copy, the same for the same seed. */
  function damage(bytes: Buffer, seed: number): Buffer {
    const damaged = Buffer.from(bytes);
    let state = seed;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let count = 1 + next(6); count > 0; count--) damaged[next(damaged.length)] = next(4) === 0 ? 0xff : next(256);
    return damaged.subarray(0, seed % 3 === 0 ? next(damaged.length) : damaged.length);
  }

  it('yields an identifier or null, and a place within the file or none', async () => {
    const note = anAppleMakerNote(ID);
    const mov = Buffer.concat([box('ftyp', Buffer.from('qt  ')), box('moov', aQuickTimeMeta(ID))]);
    const samsung = Buffer.concat([photo, samsungTrailer(film)]);
    const heic = Buffer.concat([box('ftyp', Buffer.from('heic')), box('mpvd', film)]);
    for (let seed = 1; seed <= 400; seed++) {
      expect(readAppleContentId(damage(note, seed)) ?? '').toMatch(/^[\w-]*$/);
      expect(readQuickTimeContentId(await save(damage(mov, seed))) ?? '').toMatch(/^[\w-]*$/);
      for (const [format, bytes] of [
        ['jpeg', damage(samsung, seed)],
        ['heic', damage(heic, seed)],
      ] as const) {
        const found = findEmbeddedVideo(await save(bytes), format) ?? { start: 0, bytes: 0 };
        expect(found.start + found.bytes).toBeLessThanOrEqual(bytes.length);
      }
    }
  });
});

describe('the place of an embedded video', () => {
  it.each([
    ['a container directory', containerXmp(film.length)],
    ['an offset', microVideoXmp(film.length)],
  ])('is stated by %s in XMP', async (_, xmp) => {
    expect(findEmbeddedVideo(await save(Buffer.concat([photo, film])), 'jpeg', packet(xmp))).toEqual(place);
  });

  it('is before other items that follow it in the file', async () => {
    const file = await save(Buffer.concat([photo, film, Buffer.alloc(300)]));
    expect(findEmbeddedVideo(file, 'jpeg', packet(containerXmp(film.length, 300)))).toEqual({ ...place, bytes: film.length + 300 });
  });

  it('is in the trailer of Samsung, and in a box of a HEIC', async () => {
    const header = 4 + 4 + 'MotionPhoto_Data'.length;
    const samsung = await save(Buffer.concat([photo, samsungTrailer(film)]));
    expect(findEmbeddedVideo(samsung, 'jpeg')).toEqual({ ...place, start: photo.length + header });
    const start = box('ftyp', Buffer.from('heic'));
    const heic = await save(Buffer.concat([start, box('mpvd', film)]));
    expect(findEmbeddedVideo(heic, 'heic')).toEqual({ ...place, start: start.length + 8 });
  });

  it.each([
    ['0', '0'],
    ['negative', '-1000'],
    ['larger than the file', '1000000'],
    ['as large as the file', String(photo.length + film.length)],
    ['2^53', '9007199254740992'],
    ['2^64', '1e20'],
    ['no number', 'many'],
    ['within the photo', String(film.length + 100)],
    ['within the video', String(film.length - 100)],
  ])('is unknown when XMP states a length that is %s', async (_, length) => {
    const file = await save(Buffer.concat([photo, film]));
    for (const xmp of [containerXmp(length), microVideoXmp(length)]) expect(findEmbeddedVideo(file, 'jpeg', packet(xmp))).toBeUndefined();
  });

  it('is unknown when the items of the directory overlap the photo', async () => {
    const file = await save(Buffer.concat([photo, film]));
    expect(findEmbeddedVideo(file, 'jpeg', packet(containerXmp(film.length, photo.length + 1)))).toBeUndefined();
  });

  it('is unknown in XMP of ten megabytes', async () => {
    const file = await save(Buffer.concat([photo, film]));
    const xmp = Buffer.concat([Buffer.alloc(10_000_000, '<rdf:li :Semantic = '), packet(containerXmp(film.length))]);
    expect(findEmbeddedVideo(file, 'jpeg', xmp)).toBeUndefined();
  });

  it.each([
    ['a size beyond the file', { bytes: 0xffff_ffff }],
    ['no size', { bytes: 0 }],
    ['a distance beyond the file', { distance: 0xffff_ffff }],
    ['no distance', { distance: 0 }],
  ])('is unknown when the trailer of Samsung states %s', async (_, numbers) => {
    expect(findEmbeddedVideo(await save(Buffer.concat([photo, samsungTrailer(film, numbers)])), 'jpeg')).toBeUndefined();
  });

  it('is unknown when no video begins there, and in other formats', async () => {
    const other = await save(Buffer.concat([photo, Buffer.alloc(film.length)]));
    expect(findEmbeddedVideo(other, 'jpeg', packet(containerXmp(film.length)))).toBeUndefined();
    const file = await save(Buffer.concat([photo, film]));
    expect(findEmbeddedVideo(file, 'png', packet(containerXmp(film.length)))).toBeUndefined();
    const endless = await save(Buffer.concat([box('ftyp', Buffer.from('heic')), u32(4), Buffer.from('mpvd'), film]));
    expect(findEmbeddedVideo(endless, 'heic')).toBeUndefined();
  });
});
