import { UNSUPPORTED_UPLOAD } from '@vitrine/contract';
import { AppError } from '../errors.ts';
import { readAt } from './file-reader.ts';

/** Tags of TIFF 6.0; the last one is of DNG. */
const TAG = {
  kind: 254,
  compression: 259,
  stripOffsets: 273,
  stripSizes: 279,
  tileOffsets: 324,
  tileSizes: 325,
  furtherDirectories: 330,
  jpegOffset: 513,
  jpegSize: 514,
  dngVersion: 50_706,
} as const;
const READ_TAGS: ReadonlySet<number> = new Set(Object.values(TAG));
/** Bytes of a number of each type that tells offsets and sizes. */
const NUMBER_BYTES: Record<number, number> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

/** A directory has one entry for each tag, and a picture of any size that we open fewer parts. */
const ENTRIES_MAX = 4096;
const PARTS_MAX = 1_000_000;
const REDUCED_RESOLUTION_FLAG = 1;

type Directory = ReadonlyMap<number, number[]>;

/**
 * Whether all parts of the first picture have arrived. Only its directory is read: the others of the file may lead wherever they like. FILE_UNSUPPORTED for a camera's raw
 * picture, which is a TIFF as well and shows its small preview first.
 */
export function isCompleteTiff(fd: number, size: number): boolean {
  const directory = readDirectory(fd, size);
  if (!directory) return false;
  const kind = directory.get(TAG.kind)?.[0] ?? 0;
  const isPreview = (kind & REDUCED_RESOLUTION_FLAG) !== 0 && directory.has(TAG.furtherDirectories);
  if (isPreview || directory.has(TAG.dngVersion)) throw new AppError('FILE_UNSUPPORTED', UNSUPPORTED_UPLOAD);
  const oldJpeg = getOldJpeg(directory);
  if (oldJpeg) return oldJpeg.parts.every(({ from, length }) => from + length <= size);
  const offsets = directory.get(TAG.stripOffsets) ?? directory.get(TAG.tileOffsets) ?? [];
  // Some that are not compressed leave their sizes out.
  const sizes = directory.get(TAG.stripSizes) ?? directory.get(TAG.tileSizes) ?? [];
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
function getOldJpeg(directory: Directory): OldJpeg | undefined {
  const from = directory.get(TAG.jpegOffset)?.[0] ?? 0;
  if (directory.get(TAG.compression)?.[0] !== OLD_JPEG || from === 0) return undefined;
  const offsets = directory.get(TAG.stripOffsets) ?? directory.get(TAG.tileOffsets) ?? [];
  const sizes = directory.get(TAG.stripSizes) ?? directory.get(TAG.tileSizes) ?? [];
  const strips = offsets.map((offset, index) => ({ from: offset, length: sizes[index] ?? 0 }));
  const length = directory.get(TAG.jpegSize)?.[0] ?? strips.reduce((sum, strip) => sum + strip.length, 0);
  const separate = strips.filter((strip) => strip.from < from || strip.from >= from + length);
  return { parts: [{ from, length }, ...separate] };
}

/** Returns the old-style JPEG of a TIFF's first image. Undefined for every other file. */
export function findOldJpeg(fd: number, size: number): OldJpeg | undefined {
  const directory = readDirectory(fd, size);
  return directory && getOldJpeg(directory);
}

/** Returns the relevant values; undefined when the directory is incomplete. */
function readDirectory(fd: number, size: number): Directory | undefined {
  const head = readAt(fd, 0, 16);
  const isLittle = head[0] === 0x49;
  const isBig = (isLittle ? head[2] : head[3]) === 43;
  const read = createNumberReader(isLittle);
  const at = isBig ? read(head, 8, 8) : read(head, 4, 4);
  const [countBytes, entryBytes, valueBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  if (at < 8 || at + countBytes > size) return undefined;
  const count = read(readAt(fd, at, countBytes), 0, countBytes);
  if (count < 1 || count > ENTRIES_MAX || at + countBytes + count * entryBytes > size) return undefined;
  const entries = readAt(fd, at + countBytes, count * entryBytes);
  const directory = new Map<number, number[]>();
  for (let entry = 0; entry < entries.length; entry += entryBytes) {
    const tag = read(entries, entry, 2);
    if (!READ_TAGS.has(tag)) continue;
    const width = NUMBER_BYTES[read(entries, entry + 2, 2)];
    const length = read(entries, entry + 4, valueBytes);
    if (width === undefined || length > PARTS_MAX) return undefined;
    const inPlace = entry + 4 + valueBytes;
    const isInPlace = width * length <= valueBytes;
    const from = isInPlace ? 0 : read(entries, inPlace, valueBytes);
    if (!isInPlace && from + width * length > size) return undefined;
    const values = isInPlace ? entries.subarray(inPlace, inPlace + valueBytes) : readAt(fd, from, width * length);
    directory.set(
      tag,
      Array.from({ length }, (_, index) => read(values, index * width, width)),
    );
  }
  return directory;
}

/** Reads numbers of 1, 2, 4 or 8 bytes. Values beyond 2 to the power of 53 exceed any file. */
const createNumberReader =
  (isLittle: boolean) =>
  (from: Buffer, at: number, bytes: number): number => {
    if (bytes === 8) return Number(isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
    return isLittle ? from.readUIntLE(at, bytes) : from.readUIntBE(at, bytes);
  };
