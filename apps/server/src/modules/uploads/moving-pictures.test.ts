import type { Album, Media } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCircularTiff, aGif, aMinimalGif, aMinimalTiff, anAnimatedWebp, anApng, aStillGif } from '../../testing/animated-files.ts';
import { anAlbum, aPerson, postFile, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg, aPng, type Rgb, readCenterColour, showsCorners, truncate } from '../../testing/media-files.ts';
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

/** Uploads a file, adds it to the album, runs its jobs, and returns its media. */
async function importFile(name: string, bytes: Buffer): Promise<Media> {
  const { key } = await uploadFile(test, ana, { name, bytes });
  const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
  await test.runJobs();
  return (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>().result;
}
const shown = async (media: Media, width = 320) => {
  const answer = await ana.call('GET', `/uploads?key=${media.videoThumbnail ?? media.mediaFile.key}&width=${width}&fit=inside`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const codeOf = async (name: string, bytes: Buffer) => (await postFile(test, ana, { name, bytes })).json<{ code: string }>().code;

describe('an animated picture', () => {
  it.each([
    ['a GIF', 'wave.gif', () => aGif(), 'image/gif', 1.5],
    ['an animated WebP', 'wave.webp', anAnimatedWebp, 'image/webp', 1.5],
    ['an animated PNG', 'wave.png', async () => anApng(await aPng({ width: 96, height: 64 })), 'image/png', 1],
  ])('%s becomes a video of the same duration on white, and is downloaded unchanged', async (_what, name, make, mimetype, seconds) => {
    const bytes = await make();
    const media = await importFile(name, bytes);
    expect(media).toMatchObject({ kind: 'video', status: 6, width: 96, height: 64, mediaFile: { mimetype, duration: seconds } });
    expect(media.main).toMatch(/main\.m3u8/);
    const film = await ana.call('GET', `/streams/${media.keys['720']}`);
    expect(film.headers['content-type']).toBe('video/mp4');
    const still = await shown(media);
    expect(still[0]).toBe(0xff);
    expect((await ana.call('GET', `/uploads/media/download/?key=${media.mediaFile.key}`)).rawPayload).toEqual(bytes);
    if (mimetype === 'image/png') return;
    const [left = 0] = await sharp(still).extract({ left: 4, top: 20, width: 1, height: 1 }).raw().toBuffer();
    expect(left).toBeGreaterThan(240);
  });

  it('is shown by its first frame until its poster frame exists, and wherever a video is not possible', async () => {
    const { key } = await uploadFile(test, ana, { name: 'me.gif', bytes: await aGif() });
    expect((await ana.call('GET', `/uploads?key=${key}&width=64`)).statusCode).toBe(200);
    const answer = await ana.call('PUT', `/users/${ana.user._id}`, { profilePicture: { key } });
    expect(answer.statusCode).toBe(200);
  });

  it('with a single frame is a still picture', async () => {
    const media = await importFile('still.gif', await aStillGif());
    expect(media).toMatchObject({ kind: 'image', status: 6, mediaFile: { mimetype: 'image/gif' } });
    expect((await sharp(await shown(media)).metadata()).width).toBe(96);
  });

  it('with thousands of frames is processed within its limits', async () => {
    const media = await importFile('long.gif', aMinimalGif({ width: 16, height: 16, frames: 1500 }));
    expect(media).toMatchObject({ kind: 'video', status: 6, mediaFile: { duration: 30 } });
  });

  it('whose frames declare a duration of months is marked failed with a reason', async () => {
    const media = await importFile('slow.gif', aMinimalGif({ width: 16, height: 16, frames: 50, delayMs: 655_350 }));
    expect(media).toMatchObject({ status: 9, failureReason: expect.stringMatching(/missing frames/) });
  });

  it.each([
    ['cut off', async () => truncate(await aGif()), 'FILE_BROKEN'],
    ['of one frame cut off', async () => truncate(await aStillGif(), 0.8), 'FILE_BROKEN'],
    ['without a frame', async () => aMinimalGif({ width: 16, height: 16, frames: 0 }), 'FILE_BROKEN'],
    ['that claims 65,535 × 65,535', async () => aMinimalGif({ width: 65_535, height: 65_535, frames: 2 }), 'IMAGE_TOO_LARGE'],
    ['of one frame of that size', async () => aMinimalGif({ width: 65_535, height: 65_535, frames: 1, isFull: true }), 'IMAGE_TOO_LARGE'],
    ['that claims more than a video may be', async () => aMinimalGif({ width: 8193, height: 20, frames: 2 }), 'IMAGE_TOO_LARGE'],
  ])('%s is refused', async (_what, make, code) => {
    expect(await codeOf('bad.gif', await make())).toBe(code);
  });
});

const ORANGE: Rgb = [200, 100, 50];
const orange = () => sharp({ create: { width: 64, height: 48, channels: 3, background: 'rgb(200,100,50)' } });

describe('a TIFF', () => {
  it.each([
    ['packed by LZW in tiles', () => orange().tiff({ compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 })],
    ['of sixteen bits', () => orange().toColourspace('rgb16').tiff({ compression: 'deflate' })],
    ['of sixteen bits with a profile', () => orange().toColourspace('rgb16').withIccProfile('p3').tiff({ compression: 'lzw' })],
    ['of CMYK', () => orange().toColourspace('cmyk').tiff({ compression: 'lzw' })],
    ['that is a BigTIFF', () => orange().tiff({ compression: 'lzw', bigtiff: true })],
  ])('%s is shown in its colours as a JPEG at full size, and stored unchanged', async (_what, make) => {
    const bytes = await make().toBuffer();
    const media = await importFile('scan.tif', bytes);
    expect(media).toMatchObject({ kind: 'image', status: 6, width: 64, height: 48, mediaFile: { mimetype: 'image/tiff' } });
    const middle = await readCenterColour(await shown(media));
    for (const [at, level] of ORANGE.entries()) expect(Math.abs(level - (middle[at] ?? -99))).toBeLessThan(8);
    expect((await ana.call('GET', `/uploads/media/download/?key=${media.mediaFile.key}`)).rawPayload).toEqual(bytes);
  });

  it('shows its first page, upright, on white where it is transparent', async () => {
    const pages = await Promise.all([aJpeg({ width: 64, height: 48 }), orange().png().toBuffer()]);
    expect(
      await showsCorners(
        await shown(
          await importFile(
            'pages.tiff',
            await sharp(pages, { join: { animated: true } })
              .tiff()
              .toBuffer(),
          ),
        ),
      ),
    ).toBe(true);
    const seeThrough = await sharp(await aPng({ width: 64, height: 48 }))
      .tiff({ compression: 'deflate' })
      .toBuffer();
    const [level = 0] = (
      await sharp(await shown(await importFile('glass.tif', seeThrough)))
        .raw()
        .toBuffer()
    ).subarray(-3);
    expect(level).toBeGreaterThan(240);
  });

  it('whose directories form a cycle is shown like any other', async () => {
    expect(await importFile('circle.tif', aCircularTiff())).toMatchObject({ kind: 'image', status: 6, width: 16 });
  });

  it.each([
    ['cut off', async () => truncate(await orange().tiff({ compression: 'none' }).toBuffer()), 'FILE_BROKEN'],
    ['of three bytes more than its head', async () => Buffer.from('II*\0\x08\0\0\0\xff\xff\xff', 'latin1'), 'FILE_BROKEN'],
    ['that claims 100,000 × 100,000', async () => aMinimalTiff({ width: 100_000, height: 100_000 }), 'IMAGE_TOO_LARGE'],
    ['too wide for the JPEG that is made of it', async () => aMinimalTiff({ width: 70_000, height: 1 }), 'IMAGE_TOO_LARGE'],
    ['that is a raw picture of a camera', async () => aMinimalTiff({ width: 16, height: 16, tags: { 50706: 0x0401 } }), 'FILE_UNSUPPORTED'],
    [
      'that shows only the preview of a raw one',
      async () => aMinimalTiff({ width: 16, height: 16, tags: { 254: 1, 330: 8 } }),
      'FILE_UNSUPPORTED',
    ],
    ['that is only the head of one of Canon’s', async () => Buffer.from('II*\0\x10\0\0\0CR\x02\0\0\0\0\0', 'latin1'), 'FILE_BROKEN'],
  ])('%s is refused', async (_what, make, code) => {
    expect(await codeOf('bad.tif', await make())).toBe(code);
  });
});
