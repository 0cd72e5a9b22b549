import { openImage } from './image-open.ts';
import type { DevelopArgs, Developed } from './image-tool-types.ts';
import { computeImageThumbhash } from './thumbhash.ts';

const JPEG_QUALITY = 92;
/** Color spaces whose profile is kept in the JPEG, from which viewers convert to sRGB; all others are converted here. */
const RGB: ReadonlySet<string | undefined> = new Set(['srgb', 'rgb', 'rgb16']);

/** Converts the first page to a full-size JPEG: upright, eight bits per channel, with a white background. */
export async function developTiff({ source, target }: DevelopArgs): Promise<Developed> {
  const { icc, space } = await openImage(source).metadata();
  const image = openImage(source).flatten({ background: '#ffffff' });
  // Sixteen bits without a profile would be treated as Display P3.
  const coloured = icc && RGB.has(space) ? image.keepIccProfile() : icc ? image : image.pipelineColourspace('srgb');
  const { width, height, size } = await coloured.toColourspace('srgb').jpeg({ quality: JPEG_QUALITY }).toFile(target);
  return { width, height, thumbhash: await computeImageThumbhash({ source: target }), mimetype: 'image/jpeg', sizeBytes: size };
}
