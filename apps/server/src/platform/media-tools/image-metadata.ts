import ExifReader from 'exifreader';
import { formatCameraName, type MediaMetadata, NO_METADATA, parseCaptureTime, parsePosition, sanitizeText } from './media-metadata.ts';
import { findPlaceName } from './place-names.ts';

/** `exif` is a TIFF or a file containing one. XMP is only checked for a place, because EXIF contains the rest. */
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
