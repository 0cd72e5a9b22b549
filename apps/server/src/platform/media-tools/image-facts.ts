import { readFile } from 'node:fs/promises';
import { parseMetadata } from './image-metadata.ts';
import { openImage } from './image-open.ts';
import type { ProbeArgs } from './image-verbs.ts';
import type { MediaFacts } from './media-facts.ts';

/** What a picture's metadata says. Metadata is a courtesy: a picture with damaged metadata is still a picture, and tells nothing. */
export async function readFacts({ source, format }: ProbeArgs): Promise<MediaFacts> {
  if (format === 'heic') return parseMetadata(await readFile(source), undefined);
  const { exif, xmp } = await openImage(source).metadata();
  return parseMetadata(exif && withoutName(exif), xmp);
}

const EXIF_NAME = 'Exif\0\0';
/** In JPEG, EXIF data is a TIFF after a short identifier. */
const withoutName = (exif: Buffer) => (exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif);
