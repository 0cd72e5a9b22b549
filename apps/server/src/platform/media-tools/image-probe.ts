import { readFile } from 'node:fs/promises';
import ExifReader from 'exifreader';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { measureHeic } from './heic.ts';
import { openImage } from './image-open.ts';
import type { ImageProbe, ProbeArgs } from './image-verbs.ts';

const THUMB_PIXELS = 100;

/** Opens a picture as far as needed to know that it is whole, how large it is upright and how it looks from afar. */
export async function probeImage({ source, format }: ProbeArgs): Promise<ImageProbe> {
  const takenAt = await readTakenAt(source);
  // A HEIC takes seconds to decode: the job that develops it tells the rest.
  if (format === 'heic') return { ...(await measureHeic(source)), thumbhash: null, takenAt };
  const { autoOrient } = await openImage(source).metadata();
  return { width: autoOrient.width, height: autoOrient.height, thumbhash: await hashThumb(openImage(source)), takenAt };
}

export async function hashThumb(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize(THUMB_PIXELS, THUMB_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** When the picture was taken, if it says so in a way that can be believed. */
export async function readTakenAt(source: string): Promise<string | null> {
  try {
    const tags = ExifReader.load(await readFile(source), { expanded: true, includeUnknown: false });
    const local = tags.exif?.DateTimeOriginal?.description ?? tags.exif?.DateTime?.description;
    const offset = tags.exif?.OffsetTimeOriginal?.description;
    return parseExifTime(local, offset);
  } catch (error) {
    // Metadata is a courtesy: a picture without, or with damaged metadata, is still a picture.
    return error instanceof Error ? null : Promise.reject(error);
  }
}

/** `2019:07:21 14:03:59` and perhaps `+02:00`; a camera that tells no zone is taken to be in UTC. */
export function parseExifTime(local: string | undefined, offset: string | undefined): string | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(local ?? '');
  if (!parts) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : 'Z';
  const at = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${zone}`);
  const isBelievable = at.getTime() > 0 && at.getUTCFullYear() < 2100;
  return isBelievable ? at.toISOString() : null;
}
