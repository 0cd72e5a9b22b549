import ExifReader from 'exifreader';
import { cleanWords, type MediaFacts, NO_FACTS, nameCamera, parsePosition, parseTaken } from './media-facts.ts';
import { namePlace } from './place-names.ts';

/** `exif` is a TIFF, or a file that holds one. Of XMP it matters only whether it speaks of a place: what it says, EXIF says as well. */
export async function parseMetadata(exif: Buffer | undefined, xmp: Buffer | undefined): Promise<MediaFacts> {
  const hasXmpPlace = xmp?.includes('GPS') ?? false;
  if (!exif) return { ...NO_FACTS, tellsPlace: hasXmpPlace };
  try {
    const { exif: tags = {}, gps, xmp: inner } = ExifReader.load(exif, { expanded: true, includeUnknown: false });
    const position = parsePosition(gps?.Latitude, gps?.Longitude);
    const hasInnerPlace = Object.keys(inner ?? {}).some((name) => name.includes('GPS'));
    return {
      ...parseTaken(wordsOf(tags.DateTimeOriginal) ?? wordsOf(tags.DateTime), wordsOf(tags.OffsetTimeOriginal) ?? wordsOf(tags.OffsetTime)),
      camera: nameCamera(wordsOf(tags.Make), wordsOf(tags.Model)),
      lens: cleanWords(wordsOf(tags.LensModel)),
      position,
      place: position && (await namePlace(position)),
      tellsPlace: hasXmpPlace || hasInnerPlace || isTiffOfNothing(exif, tags) || Object.keys(tags).some((name) => name.startsWith('GPS')),
    };
  } catch (error) {
    if (error instanceof Error) return { ...NO_FACTS, tellsPlace: true };
    throw error;
  }
}

/** Metadata of which nothing could be read: others may read more. */
const isTiffOfNothing = (exif: Buffer, tags: object) => /^(II|MM)/.test(exif.toString('latin1', 0, 2)) && Object.keys(tags).length === 0;

const wordsOf = (tag: { description?: unknown } | undefined): string | undefined =>
  typeof tag?.description === 'string' ? tag.description : undefined;
