import { AppError } from '../errors.ts';
import { readRawFile } from './raw-preview.ts';
import { openTiff } from './tiff-directory.ts';

/** Tags of TIFF 6.0. */
const TAG = {
  compression: 259,
  stripOffsets: 273,
  stripSizes: 279,
  tileOffsets: 324,
  tileSizes: 325,
  jpegOffset: 513,
  jpegSize: 514,
} as const;
const TAGS: ReadonlySet<number> = new Set(Object.values(TAG));

type Values = ReadonlyMap<number, number[]>;

/** Smaller previews would look like damaged photos. */
const MIN_PREVIEW_SIDE = 1000;

/**
 * Returns whether all parts of the first image are present. Only its directory is read, except in RAW files, of which the largest JPEG must be present. Throws
 * FILE_UNSUPPORTED for a RAW file without a JPEG of a useful size.
 */
export function isCompleteTiff(fd: number, size: number): boolean {
  const raw = readRawFile(fd, size);
  if (raw) {
    const { width, height } = raw.preview ?? { width: 0, height: 0 };
    if (Math.max(width, height) >= MIN_PREVIEW_SIDE) return true;
    throw new AppError('FILE_UNSUPPORTED', 'This RAW photo contains no large preview. Export it as a JPEG and upload that.');
  }
  const values = readFirstDirectory(fd, size);
  if (!values) return false;
  const oldJpeg = getOldJpeg(values);
  if (oldJpeg) return oldJpeg.parts.every(({ from, length }) => from + length <= size);
  const offsets = values.get(TAG.stripOffsets) ?? values.get(TAG.tileOffsets) ?? [];
  // Some that are not compressed leave their sizes out.
  const sizes = values.get(TAG.stripSizes) ?? values.get(TAG.tileSizes) ?? [];
  return offsets.length > 0 && offsets.every((offset, index) => offset + (sizes[index] ?? 0) <= size);
}

const OLD_JPEG = 6;

/** Byte ranges that together are a JPEG. */
export interface OldJpeg {
  parts: { from: number; length: number }[];
}

/**
 * Finds the JPEG of compression 6 (TIFF 6.0, section 22), which libtiff is built without: the stream that tag 513 refers to and, if they are outside it, the
 * strips. Undefined for other compressions, and without a stream.
 */
function getOldJpeg(values: Values): OldJpeg | undefined {
  const from = values.get(TAG.jpegOffset)?.[0] ?? 0;
  if (values.get(TAG.compression)?.[0] !== OLD_JPEG || from === 0) return undefined;
  const offsets = values.get(TAG.stripOffsets) ?? values.get(TAG.tileOffsets) ?? [];
  const sizes = values.get(TAG.stripSizes) ?? values.get(TAG.tileSizes) ?? [];
  const strips = offsets.map((offset, index) => ({ from: offset, length: sizes[index] ?? 0 }));
  const length = values.get(TAG.jpegSize)?.[0] ?? strips.reduce((sum, strip) => sum + strip.length, 0);
  const separate = strips.filter((strip) => strip.from < from || strip.from >= from + length);
  return { parts: [{ from, length }, ...separate] };
}

/** Returns the old-style JPEG of a TIFF's first image. Undefined for every other file. */
export function findOldJpeg(fd: number, size: number): OldJpeg | undefined {
  const values = readFirstDirectory(fd, size);
  return values && getOldJpeg(values);
}

function readFirstDirectory(fd: number, size: number): Values | undefined {
  const reader = openTiff(fd, size, TAGS);
  return reader.read(reader.firstAt)?.values;
}
