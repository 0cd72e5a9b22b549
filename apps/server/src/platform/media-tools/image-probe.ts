import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { measureHeic } from './heic.ts';
import { readFacts } from './image-facts.ts';
import { openImage } from './image-open.ts';
import type { HashArgs, ImageProbe, ProbeArgs } from './image-verbs.ts';
import { assertComplete } from './image-whole.ts';

const THUMB_PIXELS = 100;

/** Reads a picture's header: its upright size, and when and where it was taken. Whether it decodes is found out by the job. */
export async function probeImage({ source, format }: ProbeArgs): Promise<ImageProbe> {
  assertComplete(source, format);
  return { ...(await measure({ source, format })), facts: await readFacts({ source, format }) };
}

async function measure({ source, format }: ProbeArgs): Promise<{ width: number; height: number }> {
  // sharp does not open HEIC: its own decoder reads the size without decoding.
  if (format === 'heic') return measureHeic(source);
  const { width, height } = (await openImage(source).metadata()).autoOrient;
  return { width, height };
}

/** How a picture looks from afar: a ThumbHash in base64. */
export const hashImage = ({ source }: HashArgs): Promise<string> => hashThumb(openImage(source));

export async function hashThumb(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize(THUMB_PIXELS, THUMB_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
