import { readFile, stat } from 'node:fs/promises';
import { parseMetadata } from './image-metadata.ts';
import { openImage } from './image-open.ts';
import type { ProbeArgs } from './image-tool-types.ts';
import { type MediaMetadata, NO_METADATA } from './media-metadata.ts';

/** Maximum size of a file that is read whole for its metadata, which may be anywhere in it. */
const MAX_METADATA_READ_BYTES = 300e6;

/** Reads the metadata of a picture. Metadata is optional: damaged metadata is ignored and does not make the picture invalid. */
export async function readImageMetadata({ source, format }: ProbeArgs): Promise<MediaMetadata> {
  if (format === 'heic') return parseMetadata({ exif: await readFile(source) });
  if (format === 'tiff') {
    if ((await stat(source)).size > MAX_METADATA_READ_BYTES) return { ...NO_METADATA, hasLocation: true };
    const { xmp, iptc } = await openImage(source).metadata();
    return parseMetadata({ exif: await readFile(source), xmp, iptc });
  }
  const { exif, xmp, iptc, comments } = await openImage(source).metadata();
  return parseMetadata({ exif: exif && stripExifIdentifier(exif), xmp, iptc, comments });
}

const EXIF_NAME = 'Exif\0\0';
/** In JPEG, EXIF data is a TIFF after a short identifier. */
const stripExifIdentifier = (exif: Buffer) =>
  exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif;
