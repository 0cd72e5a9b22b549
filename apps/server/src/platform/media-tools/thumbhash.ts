import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { openColouredImage } from './image-colours.ts';
import type { HashArgs } from './image-tool-types.ts';

const THUMBHASH_SOURCE_PIXELS = 100;

/** Returns the ThumbHash of an image in base64. */
export async function computeImageThumbhash({ source }: HashArgs): Promise<string> {
  const { image, toSrgb } = await openColouredImage(source);
  return computeThumbhash(await toSrgb(shrinkForThumbhash(image)));
}

export async function computeThumbhash(image: Sharp): Promise<string> {
  const { data, info } = await shrinkForThumbhash(image).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

const shrinkForThumbhash = (image: Sharp): Sharp =>
  image.resize(THUMBHASH_SOURCE_PIXELS, THUMBHASH_SOURCE_PIXELS, { fit: 'inside', withoutEnlargement: true });
