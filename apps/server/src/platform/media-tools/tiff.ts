import { openImage } from './image-open.ts';
import type { DevelopArgs, Developed } from './image-tool-types.ts';
import { computeImageThumbhash } from './thumbhash.ts';

const JPEG_QUALITY = 92;
/** Of these the profile they came with is kept, by which whoever opens the JPEG makes sRGB; all else becomes sRGB here. */
const RGB: ReadonlySet<string | undefined> = new Set(['srgb', 'rgb', 'rgb16']);

/** Makes a JPEG of the first page at its full size: upright, eight bits a colour, on white where it is transparent. */
export async function developTiff({ source, target }: DevelopArgs): Promise<Developed> {
  const { icc, space } = await openImage(source).metadata();
  const image = openImage(source).flatten({ background: '#ffffff' });
  // Sixteen bits without a profile would be taken for Display P3 on the way.
  const coloured = icc && RGB.has(space) ? image.keepIccProfile() : icc ? image : image.pipelineColourspace('srgb');
  const { width, height, size } = await coloured.toColourspace('srgb').jpeg({ quality: JPEG_QUALITY }).toFile(target);
  return { width, height, thumbhash: await computeImageThumbhash({ source: target }), mimetype: 'image/jpeg', sizeBytes: size };
}
