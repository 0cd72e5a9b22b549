import { readFile, stat } from 'node:fs/promises';
import { LIMITS } from '@vitrine/contract';
import decodeHeic from 'heic-decode';
import sharp from 'sharp';
import { AppError } from '../errors.ts';
import { hashThumb } from './image-probe.ts';
import type { DevelopArgs, Developed } from './image-verbs.ts';

/** Uncropped phone pictures are a few megabytes; the decoder holds all of the file and of its pixels in memory. */
const MAX_HEIC_BYTES = 300e6;
const JPEG_QUALITY = 92;

async function openHeic(source: string) {
  if ((await stat(source)).size > MAX_HEIC_BYTES) throw new AppError('IMAGE_TOO_LARGE');
  const images = await decodeHeic.all({ buffer: await readFile(source) });
  const first = images[0];
  if (!first) throw new AppError('FILE_BROKEN');
  if (first.width * first.height > LIMITS.imagePixels) throw new AppError('IMAGE_TOO_LARGE');
  return { image: first, close: () => images.dispose() };
}

/** The size of the picture, upright, without decoding it. */
export async function measureHeic(source: string): Promise<{ width: number; height: number }> {
  const { image, close } = await openHeic(source);
  const { width, height } = image;
  close();
  return { width, height };
}

/**
 * Makes a JPEG of the same size. The decoder applies the rotation of the container (irot); the EXIF orientation
 * repeats it and must not be applied again, which is why the JPEG carries none.
 */
export async function developHeic({ source, target }: DevelopArgs): Promise<Developed> {
  const { image, close } = await openHeic(source);
  try {
    const { width, height, data } = await image.decode();
    const raw = { width, height, channels: 4 as const };
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const { size } = await sharp(pixels, { raw }).removeAlpha().jpeg({ quality: JPEG_QUALITY }).toFile(target);
    const thumbhash = await hashThumb(sharp(pixels, { raw }));
    return { width, height, thumbhash, mimetype: 'image/jpeg', sizeBytes: size };
  } finally {
    close();
  }
}
