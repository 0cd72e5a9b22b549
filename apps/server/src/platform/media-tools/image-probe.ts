import { AppError } from '../errors.ts';
import { measureHeic } from './develop-image.ts';
import { assertComplete, isAnimatedPng, readGifSize } from './image-completeness.ts';
import { assertAllPixels, openImage } from './image-open.ts';
import type { ImageProbe, ProbeArgs } from './image-tool-types.ts';
import { findRawMimetype } from './raw-preview.ts';
import { readImageDetails } from './read-image-metadata.ts';
import type { ImageFormat } from './sniff.ts';
import { VIDEO_SIDE_MAX } from './video-plan.ts';

/** Neither side of the JPEG that is made of a TIFF can be longer. */
const JPEG_SIDE_MAX = 65_500;

/** Reads a picture's header: its upright size, whether it moves, and when and where it was taken. Whether it decodes is found out by the job. */
export async function probeImage({ source, format }: ProbeArgs): Promise<ImageProbe> {
  assertComplete(source, format);
  const measured = await readDimensions({ source, format });
  if (format !== 'heic') await assertAllPixels(source);
  const sideMax = measured.isAnimated ? VIDEO_SIDE_MAX : format === 'tiff' ? JPEG_SIDE_MAX : Number.POSITIVE_INFINITY;
  if (Math.max(measured.width, measured.height) > sideMax) throw new AppError('IMAGE_TOO_LARGE');
  const rawMimetype = format === 'tiff' ? findRawMimetype(source) : undefined;
  return { ...measured, rawMimetype, ...(await readImageDetails({ source, format })) };
}

async function readDimensions({ source, format }: ProbeArgs): Promise<Pick<ImageProbe, 'width' | 'height' | 'isAnimated'>> {
  // sharp does not open HEIC: its own decoder reads the size without decoding.
  if (format === 'heic') return { ...(await measureHeic(source)), isAnimated: false };
  const { autoOrient, pages = 1 } = await openImage(source).metadata();
  const { width, height } = autoOrient;
  const isAnimated = format === 'png' ? isAnimatedPng(source) : ANIMATED_FORMATS.has(format) && pages > 1;
  // libvips passes over a claim that its frames do not bear out, which FFmpeg believes.
  return isAnimated && format === 'gif' ? { ...readGifSize(source), isAnimated } : { width, height, isAnimated };
}

/** In these formats, several pages are frames; in a TIFF they are pages. */
const ANIMATED_FORMATS: ReadonlySet<ImageFormat> = new Set(['gif', 'webp']);
