import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { TILE_WIDTHS } from '@vitrine/contract';
import sharp from 'sharp';
import { openImage } from '../../../apps/server/src/platform/media-tools/image-open.ts';
import { prepareImage } from '../../../apps/server/src/platform/media-tools/image-prepare.ts';
import { computeImageThumbhash } from '../../../apps/server/src/platform/media-tools/thumbhash.ts';

/** Typical size of a phone's photo. */
const SIZE = { width: 4000, height: 3000 };
/** Noise that makes a blurred image of this size about 3 MB as a JPEG. */
const NOISE = 24;
const QUALITY = 90;
/** Maximum size of the screen copy of a landscape photo. */
const SCREEN_BOX = { width: 3840, height: 2160 };
/** Maximum size of the HD copy of a landscape photo. */
const HD_BOX = { width: 1920, height: 1080 };

/** Creates a 12-megapixel photo of about 3 MB in memory that threads share: soft shapes with noise, different for each number. */
export async function createPhonePhoto(at: number): Promise<Uint8Array> {
  const { width, height } = SIZE;
  const rgb = Buffer.alloc(width * height * 3);
  let seed = at + 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
      const noise = ((seed >>> 24) * NOISE) / 256 - NOISE / 2;
      const wave = 60 * Math.sin((x + at * 300) / 400) * Math.cos(y / 300);
      rgb[to++] = 128 + wave + noise;
      rgb[to++] = 110 + wave / 2 + noise + y / 60;
      rgb[to++] = 140 - wave + noise;
    }
  }
  const jpeg = await sharp(rgb, { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  const shared = new Uint8Array(new SharedArrayBuffer(jpeg.length));
  shared.set(jpeg);
  return shared;
}

/** Makes the copies of one photo in a folder. */
export type MakeCopies = (source: string, target: string) => Promise<unknown>;

/** Creates the copies with the product's code, without the rest of the job. */
export const createProductCopies: MakeCopies = (source, target) => prepareImage({ source, target, turn: 0, ...SCREEN_BOX, hd: HD_BOX });

/** Creates the same copies as sharp's documentation shows: each from the original. */
export async function createBaselineCopies(source: string, target: string): Promise<void> {
  const write = (name: string, width: number, height?: number) =>
    openImage(source)
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toFile(path.join(target, name));
  await write('screen', SCREEN_BOX.width, SCREEN_BOX.height);
  await write('hd', HD_BOX.width, HD_BOX.height);
  for (const width of TILE_WIDTHS) await write(String(width), width);
  await computeImageThumbhash({ source });
}

/** Does the work that any server must do for a photo: computes the checksum, stores the bytes durably, and creates the copies for screens and thumbnails. */
export async function processPhotoBaseline(folder: string, bytes: Uint8Array, at: number, makeCopies: MakeCopies): Promise<void> {
  createHash('sha256').update(bytes).digest('hex');
  const source = path.join(folder, `${at}.jpg`);
  const handle = await open(source, 'w');
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
  const target = path.join(folder, String(at));
  await mkdir(target);
  await makeCopies(source, target);
  await rm(source);
  await rm(target, { recursive: true });
}
