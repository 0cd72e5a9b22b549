import { readFile, stat } from 'node:fs/promises';
import ExifReader from 'exifreader';
import { openImage } from './image-open.ts';
import type { ProbeArgs } from './image-tool-types.ts';
import { formatCameraName, type MediaMetadata, NO_METADATA, parseCaptureTime, parsePosition, sanitizeText } from './media-metadata.ts';
import { findPlaceName } from './place-names.ts';

/** `exif` is a TIFF, or a file that holds one. Of XMP it matters only whether it speaks of a place: what it says, EXIF says as well. */
export async function parseMetadata(exif: Buffer | undefined, xmp: Buffer | undefined): Promise<MediaMetadata> {
  const hasXmpPlace = xmp?.includes('GPS') ?? false;
  if (!exif) return { ...NO_METADATA, hasLocation: hasXmpPlace };
  try {
    const { exif: tags = {}, gps, xmp: inner } = ExifReader.load(exif, { expanded: true, includeUnknown: false });
    const position = parsePosition(gps?.Latitude, gps?.Longitude);
    const hasInnerPlace = Object.keys(inner ?? {}).some((name) => name.includes('GPS'));
    return {
      ...parseCaptureTime(
        getDescription(tags.DateTimeOriginal) ?? getDescription(tags.DateTime),
        getDescription(tags.OffsetTimeOriginal) ?? getDescription(tags.OffsetTime),
      ),
      camera: formatCameraName(getDescription(tags.Make), getDescription(tags.Model)),
      lens: sanitizeText(getDescription(tags.LensModel)),
      position,
      place: position && (await findPlaceName(position)),
      hasLocation: hasXmpPlace || hasInnerPlace || isEmptyTiff(exif, tags) || Object.keys(tags).some((name) => name.startsWith('GPS')),
    };
  } catch (error) {
    if (error instanceof Error) return { ...NO_METADATA, hasLocation: true };
    throw error;
  }
}

/** Metadata of which nothing could be read: others may read more. */
const isEmptyTiff = (exif: Buffer, tags: object) => /^(II|MM)/.test(exif.toString('latin1', 0, 2)) && Object.keys(tags).length === 0;

const getDescription = (tag: { description?: unknown } | undefined): string | undefined =>
  typeof tag?.description === 'string' ? tag.description : undefined;

/** What is read whole for its metadata is no larger: they may stand anywhere in it. */
const MAX_METADATA_READ_BYTES = 300e6;

/** What a picture's metadata says. Metadata is a courtesy: a picture with damaged metadata is still a picture, and tells nothing. */
export async function readImageMetadata({ source, format }: ProbeArgs): Promise<MediaMetadata> {
  if (format === 'heic') return parseMetadata(await readFile(source), undefined);
  if (format === 'tiff') {
    const isRead = (await stat(source)).size <= MAX_METADATA_READ_BYTES;
    return isRead ? parseMetadata(await readFile(source), undefined) : { ...NO_METADATA, hasLocation: true };
  }
  const { exif, xmp } = await openImage(source).metadata();
  return parseMetadata(exif && stripExifIdentifier(exif), xmp);
}

const EXIF_NAME = 'Exif\0\0';
/** In JPEG, EXIF data is a TIFF after a short identifier. */
const stripExifIdentifier = (exif: Buffer) =>
  exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif;
