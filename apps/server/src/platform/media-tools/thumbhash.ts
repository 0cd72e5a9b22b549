import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { openImage } from './image-open.ts';
import type { HashArgs } from './image-tool-types.ts';

const THUMBHASH_SOURCE_PIXELS = 100;

/** Returns the ThumbHash of an image in base64. */
export const computeImageThumbhash = ({ source }: HashArgs): Promise<string> => computeThumbhash(openImage(source));

export async function computeThumbhash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize(THUMBHASH_SOURCE_PIXELS, THUMBHASH_SOURCE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
