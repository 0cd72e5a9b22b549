import sharp from 'sharp';
import { openImage } from './image-open.ts';
import type { PrintArgs, Rendered } from './image-tool-types.ts';

/** Above it a print shows no difference, and files only grow. */
const PRINT_QUALITY = 95;

/**
 * No pixel is made up or left out: the picture upright, turned and cropped, colours as finely as brightness, with the profile it came with, or
 * sRGB where it has none. On white where it is transparent.
 */
export async function printImage({ source, target, turn, crop }: PrintArgs): Promise<Rendered> {
  let image = openImage(source);
  if (turn) image = image.rotate(turn);
  const { icc } = await sharp(source).metadata();
  image = image.extract(crop).flatten({ background: '#ffffff' });
  // Sixteen bits without a profile would be taken for Display P3 on the way.
  const coloured = icc ? image.keepIccProfile() : image.pipelineColourspace('srgb').withIccProfile('srgb');
  const { size, ...made } = await coloured.jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' }).toFile(target);
  return { mimetype: 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
}
