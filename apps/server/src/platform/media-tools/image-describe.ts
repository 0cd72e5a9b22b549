import type { Exif, Sharp } from 'sharp';
import { readImageMetadata } from './image-facts.ts';
import { formatOffset, type MediaMetadata, type Position } from './media-metadata.ts';
import type { ImageFormat } from './sniff.ts';

interface DescribedImage {
  source: string;
  format: ImageFormat;
  hasPlace: boolean;
}

/**
 * Writes what the original says of when, with what and, where asked for, where it was taken. Written anew, and not taken over: notes of
 * makers say more than anybody can read, and how it is turned does not hold for an upright copy.
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
