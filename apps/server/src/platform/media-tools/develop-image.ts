import { readFile, stat, writeFile } from 'node:fs/promises';
import { LIMITS } from '@vitrine/contract/limits';
import sharp from 'sharp';
import { AppError } from '../errors.ts';
import { convertToSrgb, findColourSpace, isHdr } from './colour-map.ts';
import { readHeifColours } from './heif-colours.ts';
import { openPrimaryImage } from './heif-decoder.ts';
import type { DevelopArgs, Developed } from './image-tool-types.ts';
import { computeThumbhash } from './thumbhash.ts';

/** Uncropped phone pictures are a few megabytes; the decoder holds all of the file and of its pixels in memory. */
const MAX_HEIC_BYTES = 300e6;
const JPEG_QUALITY = 92;

async function openHeic(source: string) {
  if ((await stat(source)).size > MAX_HEIC_BYTES) throw new AppError('IMAGE_TOO_LARGE');
  const buffer = await readFile(source);
  const image = openPrimaryImage(buffer);
  if (image.width * image.height > LIMITS.imagePixels) {
    image.close();
    throw new AppError('IMAGE_TOO_LARGE');
  }
  return { image, colours: readHeifColours(buffer) };
}

/** The size of the picture, upright, without decoding it. */
export async function measureHeic(source: string): Promise<{ width: number; height: number }> {
  const { image } = await openHeic(source);
  const { width, height } = image;
  image.close();
  return { width, height };
}

/**
 * Makes a JPEG of the same size. The decoder applies the rotation of the container (irot). The EXIF orientation repeats it and must not be applied again, so
 * the JPEG has none. It keeps the color profile, from which viewers convert to sRGB; colors given by codes only are converted to sRGB here.
 */
export async function developHeic({ source, target }: DevelopArgs): Promise<Developed> {
  const { image, colours } = await openHeic(source);
  try {
    const { width, height } = image;
    const data = await image.decode();
    const raw = { width, height, channels: 4 as const };
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const { nclx } = colours;
    // HDR is declared by these codes; an additional profile is for readers that do not support them.
    const icc = nclx && isHdr(nclx) ? undefined : colours.icc;
    const space = nclx && !icc ? findColourSpace(nclx) : undefined;
    if (space) convertToSrgb(pixels, raw.channels, space);
    const plain = await sharp(pixels, { raw }).removeAlpha().jpeg({ quality: JPEG_QUALITY }).toBuffer();
    const jpeg = icc ? embedColourProfile(plain, icc) : plain;
    await writeFile(target, jpeg);
    return { width, height, thumbhash: await computeThumbhash(sharp(target)), mimetype: 'image/jpeg', sizeBytes: jpeg.length };
  } finally {
    image.close();
  }
}

const PROFILE_NAME = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Maximum profile data in a JPEG segment, in addition to its length and name. */
const PROFILE_PART_BYTES = 65_533 - PROFILE_NAME.length - 2;

/** Puts a colour profile into a JPEG, in numbered segments (ICC.1, annex B). sharp can only convert to one. */
function embedColourProfile(jpeg: Buffer, icc: Buffer): Buffer {
  // Behind the JFIF header, where there is one.
  const at = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2;
  const count = Math.ceil(icc.length / PROFILE_PART_BYTES);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * PROFILE_PART_BYTES, (index + 1) * PROFILE_PART_BYTES);
    const content = Buffer.concat([PROFILE_NAME, Buffer.from([index + 1, count]), part]);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}
