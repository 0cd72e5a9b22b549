import { readFile } from 'node:fs/promises';
import ExifReader from 'exifreader';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { measureHeic } from './heic.ts';
import { openImage } from './image-open.ts';
import type { HashArgs, ImageProbe, ProbeArgs } from './image-verbs.ts';
import { assertComplete } from './image-whole.ts';

const THUMB_PIXELS = 100;

/** Reads a picture's header: its upright size and when it was taken. Whether it decodes is found out by the job. */
export async function probeImage({ source, format }: ProbeArgs): Promise<ImageProbe> {
  assertComplete(source, format);
  // sharp does not open HEIC: its own decoder reads the size without decoding.
  if (format === 'heic') return { ...(await measureHeic(source)), takenAt: parseTags(await readFile(source)) };
  const { autoOrient, exif } = await openImage(source).metadata();
  return { width: autoOrient.width, height: autoOrient.height, takenAt: exif ? parseTags(withoutName(exif)) : null };
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

const EXIF_NAME = 'Exif\0\0';
/** In JPEG, EXIF data is a TIFF after a short identifier. */
const withoutName = (exif: Buffer) => (exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif);

/** When the picture was taken, if the date is plausible. */
function parseTags(file: Buffer): string | null {
  try {
    const tags = ExifReader.load(file, { expanded: true, includeUnknown: false });
    const local = tags.exif?.DateTimeOriginal?.description ?? tags.exif?.DateTime?.description;
    const offset = tags.exif?.OffsetTimeOriginal?.description;
    return parseExifTime(local, offset);
  } catch (error) {
    // Metadata is a courtesy: a picture without, or with damaged metadata, is still a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Parses `2019:07:21 14:03:59` with an optional `+02:00`; without an offset UTC is assumed. */
export function parseExifTime(local: string | undefined, offset: string | undefined): string | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(local ?? '');
  if (!parts) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : 'Z';
  const at = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${zone}`);
  const isBelievable = at.getTime() > 0 && at.getUTCFullYear() < 2100;
  return isBelievable ? at.toISOString() : null;
}
