import ExifReader, { type ExpandedTags } from 'exifreader';
import { type DateSource, listIptcDates, listPngDates, listXmpDates, pickCaptureTime } from './capture-time.ts';
import { readAppleContentId } from './content-id.ts';
import { formatCameraName, type MediaMetadata, NO_METADATA, parsePosition, sanitizeText } from './media-metadata.ts';
import { findPlaceName } from './place-names.ts';

/** Blocks of metadata in an image. */
export interface MetadataBlocks {
  /** A TIFF, or a file that contains one. */
  exif?: Buffer;
  xmp?: Buffer;
  /** IPTC-IIM, possibly within Photoshop's blocks. */
  iptc?: Buffer;
  /** Text chunks of a PNG. */
  comments?: readonly { keyword: string; text: string }[];
}

/** Metadata of an image, and what identifies its video. */
export interface ImageMetadata {
  facts: MediaMetadata;
  /** Content identifier that Apple writes into a photo and its video. */
  contentId: string | null;
}

/** Reads date, camera and place. XMP is only checked for a place, because EXIF contains it. */
export const parseMetadata = async (blocks: MetadataBlocks): Promise<MediaMetadata> => (await parseImageMetadata(blocks)).facts;

/** As `parseMetadata`, with the content identifier. */
export async function parseImageMetadata(blocks: MetadataBlocks): Promise<ImageMetadata> {
  const hasXmpPlace = blocks.xmp?.includes('GPS') ?? false;
  const undescribed = (hasLocation: boolean): ImageMetadata => ({
    facts: { ...NO_METADATA, ...pickCaptureTime(listDates({}, blocks)), hasLocation },
    contentId: null,
  });
  if (!blocks.exif) return undescribed(hasXmpPlace);
  try {
    const { exif: tags = {}, gps, xmp: inner } = ExifReader.load(blocks.exif, { expanded: true, includeUnknown: false });
    const position = parsePosition(gps?.Latitude, gps?.Longitude);
    const hasInnerPlace = Object.keys(inner ?? {}).some((name) => name.includes('GPS'));
    const facts = {
      ...pickCaptureTime(listDates(tags, blocks)),
      camera: formatCameraName(getDescription(tags.Make), getDescription(tags.Model)),
      lens: sanitizeText(getDescription(tags.LensModel)),
      position,
      place: position && (await findPlaceName(position)),
      hasLocation:
        hasXmpPlace || hasInnerPlace || isEmptyTiff(blocks.exif, tags) || Object.keys(tags).some((name) => name.startsWith('GPS')),
    };
    return { facts, contentId: readAppleContentId(getBytes(tags.MakerNote)) };
  } catch (error) {
    if (error instanceof Error) return undescribed(true);
    throw error;
  }
}

/** Lists the dates of an image, best first (decision 82). The date of the last change is the worst. */
function listDates(tags: NonNullable<ExpandedTags['exif']>, { xmp, iptc, comments }: MetadataBlocks): DateSource[] {
  const common = getDescription(tags.OffsetTime);
  return [
    { text: getDescription(tags.DateTimeOriginal), offset: getDescription(tags.OffsetTimeOriginal) ?? common },
    { text: getDescription(tags.DateTimeDigitized), offset: getDescription(tags.OffsetTimeDigitized) ?? common },
    ...listXmpDates(xmp),
    ...listIptcDates(iptc),
    { text: readGpsTime(getDescription(tags.GPSDateStamp), tags.GPSTimeStamp?.description), isUtc: true },
    ...listPngDates(comments),
    { text: getDescription(tags.DateTime), offset: common },
  ];
}

/** Combines `2019:05:06` and `7:8:9.5`, which are in UTC. */
function readGpsTime(date: string | undefined, time: unknown): string | undefined {
  const parts = /^(\d{1,2}):(\d{1,2}):(\d{1,2})/.exec(typeof time === 'string' ? time : '');
  return date && parts
    ? `${date} ${parts
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join(':')}`
    : undefined;
}

/** Metadata of which nothing could be read: others may read more. */
const isEmptyTiff = (exif: Buffer, tags: object) => /^(II|MM)/.test(exif.toString('latin1', 0, 2)) && Object.keys(tags).length === 0;

const getDescription = (tag: { description?: unknown } | undefined): string | undefined =>
  typeof tag?.description === 'string' ? tag.description : undefined;

/** Larger than any maker note with a content identifier. */
const MAX_MAKER_NOTE_BYTES = 256 * 1024;

function getBytes(tag: unknown): Buffer {
  const value: unknown = typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : undefined;
  return Array.isArray(value) && value.length <= MAX_MAKER_NOTE_BYTES ? Buffer.from(value) : Buffer.alloc(0);
}
