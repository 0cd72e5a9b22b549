import type { Album } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { box } from '../../testing/heic-file.ts';
import { addFile, listAlbumMedia } from '../../testing/live-photo-items.ts';
import { aMotionPhoto, anEmbeddedVideo, containerXmp, insertSegments, microVideoXmp, samsungTrailer } from '../../testing/live-photos.ts';
import { aJpeg, truncate } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  album = await anAlbum(ana);
});
afterAll(() => test.close());

const MAX_SEGMENT_BYTES = 65_533;

/** XMP segments with ten megabytes in total, of which the last one states where the video is. */
async function withLargeXmp(film: Buffer): Promise<Buffer> {
  const full = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(MAX_SEGMENT_BYTES, '<rdf:li :Length="')]);
  const segments = Array.from({ length: 160 }, () => full.subarray(0, MAX_SEGMENT_BYTES));
  return Buffer.concat([insertSegments(await aJpeg(), [...segments, containerXmp(film.length)]), film]);
}

const withXmp = (xmp: (length: number) => Buffer) => async (film: Buffer) =>
  Buffer.concat([insertSegments(await aJpeg(), [xmp(film.length)]), film]);

describe('a photo that states a video it does not contain', () => {
  it.each<[string, (film: Buffer) => Promise<Buffer>]>([
    ['with a length beyond the file', withXmp((length) => containerXmp(length + 1e9))],
    ['with a length of 0', withXmp(() => containerXmp(0))],
    ['with a negative length', withXmp((length) => microVideoXmp(-length))],
    ['with a length of 2^53', withXmp(() => microVideoXmp('9007199254740992'))],
    ['with items that overlap', withXmp((length) => containerXmp(length, 1e6))],
    ['with ten megabytes of XMP', withLargeXmp],
    [
      'with a trailer of Samsung that is larger than the file',
      async (film) => Buffer.concat([await aJpeg(), samsungTrailer(film, { bytes: 2 ** 32 - 1 })]),
    ],
    ['with noise in place of the video', async () => aMotionPhoto({ video: Buffer.alloc(50_000, 'noise') })],
    [
      'with noise behind the first box of a video',
      async () => aMotionPhoto({ video: Buffer.concat([box('ftyp', Buffer.from('mp42')), Buffer.alloc(50_000, 'noise')]) }),
    ],
    ['with half of a video', async (film) => aMotionPhoto({ video: truncate(film) })],
    ['with a picture in place of the video', async () => aMotionPhoto({ layout: 'heic', video: await aMotionPhoto({ layout: 'heic' }) })],
  ])('is a photo without a video: %s', async (_, make) => {
    const bytes = await make(await anEmbeddedVideo());
    const fileId = await addFile(test, ana, album._id, { name: 'photo.jpg', bytes });
    await test.runJobs();
    const media = (await listAlbumMedia(ana, album._id)).find(({ mediaFile }) => mediaFile.key === fileId);
    expect(media).toMatchObject({ kind: 'image', status: 6, livePhoto: null });
    expect(await test.files.temp()).toEqual([]);
    expect((await ana.call('GET', `/uploads/media/download?key=${fileId}`)).rawPayload.equals(bytes)).toBe(true);
  });
});
