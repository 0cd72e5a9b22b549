import type { Exif, Sharp } from 'sharp';
import { openColouredImage } from './image-colours.ts';
import { openImage } from './image-open.ts';
import type { PrintArgs, RenderArgs, Rendered } from './image-tool-types.ts';
import { formatOffset, type MediaMetadata, type Position } from './media-metadata.ts';
import { readImageMetadata } from './read-image-metadata.ts';
import type { ImageFormat } from './sniff.ts';

const JPEG_QUALITY = 85;
/** For images with transparency, which screens play. */
const WEBP_QUALITY = 85;
/** Measured on photos at the widths of tiles: as close to the original as a JPEG of quality 85, in 0.71 of its bytes (docs/decisions/0078). */
const SMALL_WEBP = { quality: 80, effort: 2 };
const DOWNLOAD_QUALITY = 95;

/**
 * Writes an upright sRGB copy, without metadata unless it is requested, never larger than the original: JPEG, or WebP if requested or with transparency. `cover` fills the
 * box and crops; the others keep the whole image within it.
 */
export async function renderImage({
  source,
  target,
  width,
  height,
  fit,
  turn = 0,
  isWebp = false,
  isDownload = false,
  prefersSpeed = false,
  description,
  original,
}: RenderArgs): Promise<Rendered> {
  const { hasAlpha, toSrgb, ...opened } = await openColouredImage(source);
  let { image } = opened;
  if (turn) image = image.rotate(turn);
  if (width || height) {
    const kept = fit === 'cover' && width && height ? 'cover' : 'inside';
    image = image.resize(width, height, { fit: kept, withoutEnlargement: true });
  }
  image = await toSrgb(image);
  if (isDownload) {
    const plain = image.flatten({ background: '#ffffff' }).jpeg({ quality: DOWNLOAD_QUALITY });
    const described = description && original ? await addMetadata(plain, { source: original, ...description }) : plain;
    const { size, ...made } = await described.toFile(target);
    return { mimetype: 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
  }
  return isWebp ? writeWebp(image, target) : writeCopy(image, target, { hasAlpha, prefersSpeed });
}

/** `prefersSpeed` takes two thirds of the time; the file is 5 % larger. */
export async function writeCopy(
  image: Sharp,
  target: string,
  { hasAlpha, prefersSpeed }: { hasAlpha: boolean; prefersSpeed: boolean },
): Promise<Rendered> {
  const encoded = hasAlpha ? image.webp({ quality: WEBP_QUALITY }) : image.jpeg({ quality: JPEG_QUALITY, optimiseCoding: !prefersSpeed });
  const { size, ...made } = await encoded.toFile(target);
  return { mimetype: hasAlpha ? 'image/webp' : 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
}

/** Writes a small image for web pages. */
export async function writeWebp(image: Sharp, target: string): Promise<Rendered> {
  const { size, width, height } = await image.webp(SMALL_WEBP).toFile(target);
  return { mimetype: 'image/webp', width, height, sizeBytes: size };
}

interface DescribedImage {
  source: string;
  format: ImageFormat;
  hasPlace: boolean;
}

/**
 * Writes the date, the camera and, if requested, the place of the original. The metadata is newly written and not copied: maker notes may contain anything,
 * and the orientation does not apply to an upright copy.
 */
export async function addMetadata(image: Sharp, { hasPlace, ...original }: DescribedImage): Promise<Sharp> {
  const exif = buildExif(await readImageMetadata(original), hasPlace);
  return Object.values(exif).some((part) => Object.keys(part ?? {}).length > 0) ? image.withExif(exif) : image;
}

function buildExif({ takenAt, offsetMin, camera, lens, position }: MediaMetadata, hasLocation: boolean): Exif {
  const clock = takenAt && new Date(new Date(takenAt).getTime() + (offsetMin ?? 0) * 60_000);
  const time = clock && clock.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  return {
    IFD0: { ...(camera ? { Model: camera } : {}), ...(time ? { DateTime: time } : {}) },
    IFD2: {
      ...(time ? { DateTimeOriginal: time } : {}),
      ...(time && offsetMin !== null ? { OffsetTimeOriginal: formatOffset(offsetMin) } : {}),
      ...(lens ? { LensModel: lens } : {}),
    },
    ...(hasLocation && position ? { IFD3: buildGps(position) } : {}),
  };
}

const buildGps = ({ latitude, longitude }: Position) => ({
  GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
  GPSLatitude: toDegrees(latitude),
  GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
  GPSLongitude: toDegrees(longitude),
});

/** Degrees, minutes and thousandths of seconds. */
function toDegrees(value: number): string {
  const thousandths = Math.round(Math.abs(value) * 3_600_000);
  const [degrees, minutes] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60];
  return `${degrees}/1 ${minutes}/1 ${thousandths % 60_000}/1000`;
}

/** Above it a print shows no difference, and files only grow. */
const PRINT_QUALITY = 95;

/**
 * No pixel is made up or left out: the picture upright, turned and cropped, colours as finely as brightness, with the profile it came with, or
 * sRGB where it has none. On white where it is transparent.
 */
export async function printImage({ source, target, turn, crop }: PrintArgs): Promise<Rendered> {
  const { icc } = await openImage(source).metadata();
  const { image: opened, isConverted, toSrgb } = await openColouredImage(source);
  const image = (turn ? opened.rotate(turn) : opened).extract(crop).flatten({ background: '#ffffff' });
  // Sixteen bits without a profile would be treated as Display P3.
  const coloured =
    icc && !isConverted
      ? image.keepIccProfile()
      : (isConverted ? await toSrgb(image) : image.pipelineColourspace('srgb')).withIccProfile('srgb');
  const { size, ...made } = await coloured.jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' }).toFile(target);
  return { mimetype: 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
}
