import type { Media } from '@vitrine/contract';
import { createMedia, rotateMedia } from '@vitrine/contract/media.endpoints';
import { createOrder } from '@vitrine/contract/orders.endpoints';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aHeic } from '../../testing/media-files.ts';
import { aPosterBody } from '../../testing/ordering.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let root: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  [ana, root] = [await aPerson(test), await aPerson(test)];
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());

const SIZE = { width: 600, height: 400 };
/** A portrait crop of 2 to 3 that is not centered. */
const CROP = { x: 0.25, y: 0.5, width: 2 / 9, height: 0.5 };
const AREA = { left: 150, top: 200, width: 133, height: 200 };

/** A picture in which adjacent pixels differ, so that an offset of one pixel is detected, and which is smooth enough for JPEG. */
function waves({ width, height }: typeof SIZE): Sharp {
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rgb.set(
        [128 + 100 * Math.sin(x / 3), 128 + 100 * Math.cos(y / 3), 128 + 100 * Math.sin((x + y) / 5)].map(Math.round),
        (y * width + x) * 3,
      );
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

const attach = async (name: string, bytes: Buffer): Promise<Media> => {
  const { key } = await uploadFile(test, ana, { name, bytes });
  const [media] = await callEndpoint(ana, createMedia, { body: { albumId: (await anAlbum(ana))._id, mediaFile: [{ key }] } });
  await test.runJobs();
  if (!media) throw new Error('The picture was not attached');
  return media;
};

/** Downloads the print file. */
async function printOf(media: Media, crop?: typeof CROP): Promise<Buffer> {
  const body = await aPosterBody(ana, { mediaId: media._id });
  const order = await callEndpoint(ana, createOrder, { body: { ...body, poster: { ...body.poster, ...(crop && { crop }) } } });
  await test.runJobs();
  const answer = await root.call('GET', `/orders/${order._id}/printfile`);
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, expect.stringContaining('.jpg')]);
  return answer.rawPayload;
}

/** Pixel values in the file, without its color profile applied. */
const numbers = (picture: Buffer | Sharp) =>
  (Buffer.isBuffer(picture) ? sharp(picture, { ignoreIcc: true }) : picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** Returns the PSNR of two pictures of the same size, in decibels. From 40 on, no difference is visible. */
async function likeness(one: Buffer | Sharp, other: Buffer | Sharp): Promise<number> {
  const [a, b] = [await numbers(one), await numbers(other)];
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height]);
  let sum = 0;
  for (const [at, value] of a.data.entries()) sum += (value - (b.data[at] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / a.data.length));
}

const iccName = async (picture: Buffer): Promise<string> =>
  ((await sharp(picture).metadata()).icc ?? Buffer.alloc(0)).toString('latin1').replaceAll('\0', '');

describe('a print file', () => {
  it('is the chosen crop at full resolution, pixel by pixel, in sRGB when the picture has no profile', async () => {
    const original = await waves(SIZE).png().toBuffer();
    const print = await printOf(await attach('waves.png', original), CROP);
    expect(await likeness(print, sharp(original).extract(AREA))).toBeGreaterThan(40);
    // An offset of one pixel is no match, so the measure is sensitive enough.
    expect(await likeness(print, sharp(original).extract({ ...AREA, left: AREA.left + 1 }))).toBeLessThan(25);
    expect(await iccName(print)).toContain('sRGB');
  });

  it('is upright for a sideways photo, and rotated as in the album', async () => {
    const stored = await waves(SIZE).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 }).toBuffer();
    const media = await attach('sideways.jpg', stored);
    const upright = await sharp(stored, { autoOrient: true }).png().toBuffer();
    // 400 × 600 has the ratio of the paper, so the crop is the whole picture.
    expect(await likeness(await printOf(media), sharp(upright))).toBeGreaterThan(40);
    await callEndpoint(ana, rotateMedia, { params: { mediaId: media._id }, body: { rotateAngle: 90 } });
    const turned = await sharp(upright).rotate(90).png().toBuffer();
    expect(await likeness(await printOf(media, CROP), sharp(turned).extract(AREA))).toBeGreaterThan(40);
  });

  it('keeps the colour profile and the pixel values', async () => {
    const original = await waves(SIZE).withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const print = await printOf(await attach('wide.jpg', original), CROP);
    expect(await iccName(print)).toBe(await iccName(original));
    expect(await likeness(print, sharp(original, { ignoreIcc: true }).extract(AREA))).toBeGreaterThan(40);
  });

  it('of a picture with sixteen bits and no profile has the right colours', async () => {
    const original = await waves(SIZE).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(original).metadata()).depth).toBe('ushort');
    const print = await printOf(await attach('deep.png', original), CROP);
    expect(await iccName(print)).toContain('sRGB');
    expect(await likeness(print, waves(SIZE).extract(AREA))).toBeGreaterThan(38);
  });

  it('is made from the JPEG of a HEIC, at its size', async () => {
    const print = await printOf(await attach('phone.heic', await aHeic({ width: 640, height: 480 })));
    expect(await sharp(print).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 480 });
  });
});
