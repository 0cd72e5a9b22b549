import { closeSync, fstatSync, openSync } from 'node:fs';
import { readAt } from './file-reader.ts';
import { openTiff, type TiffDirectory, type TiffReader } from './tiff-directory.ts';

/** The JPEG that a camera stores in a RAW file. */
export interface RawPreview {
  from: number;
  length: number;
  width: number;
  height: number;
  /** EXIF orientation of the photo. */
  orientation: number;
  hasExif: boolean;
}

/** A RAW file of a camera, which is a TIFF around data that only few programs can develop. */
export interface RawFile {
  mimetype: string;
  /** The largest JPEG in it; undefined without any that is complete. */
  preview: RawPreview | undefined;
}

/** Tags of TIFF 6.0, TIFF/EP and DNG. */
const TAG = {
  kind: 254,
  compression: 259,
  colours: 262,
  make: 271,
  stripOffsets: 273,
  orientation: 274,
  stripSizes: 279,
  furtherDirectories: 330,
  jpegOffset: 513,
  jpegSize: 514,
  dngVersion: 50_706,
} as const;
const TAGS: ReadonlySet<number> = new Set(Object.values(TAG));

const REDUCED_RESOLUTION_FLAG = 1;
/** One colour per pixel, as sensors record. */
const COLOUR_FILTER_ARRAY = 32_803;
/** Compressions of Sony, Nikon and Pentax. */
const RAW_COMPRESSIONS: ReadonlySet<number | undefined> = new Set([32_767, 34_713, 65_535]);
const CANON_MARK = 'CR';

const MIMETYPES: readonly [make: RegExp, mimetype: string][] = [
  [/^canon/i, 'image/x-canon-cr2'],
  [/^nikon/i, 'image/x-nikon-nef'],
  [/^sony/i, 'image/x-sony-arw'],
  [/^(pentax|ricoh)/i, 'image/x-pentax-pef'],
  [/^samsung/i, 'image/x-samsung-srw'],
];
const DNG = 'image/x-adobe-dng';
const OTHER_RAW = 'image/x-raw';

/** Returns the RAW file that a TIFF is, or undefined when it is an ordinary one. */
export function readRawFile(fd: number, size: number): RawFile | undefined {
  const reader = openTiff(fd, size, TAGS);
  const first = reader.read(reader.firstAt);
  if (!first || !isRaw(fd, first)) return undefined;
  const make = first.texts.get(TAG.make) ?? '';
  const ofMake = MIMETYPES.find(([pattern]) => pattern.test(make))?.[1] ?? OTHER_RAW;
  const orientation = first.values.get(TAG.orientation)?.[0] ?? 1;
  return { mimetype: first.values.has(TAG.dngVersion) ? DNG : ofMake, preview: findLargestJpeg(fd, size, reader, orientation) };
}

/** Returns the type of a TIFF that is a RAW file. Synchronous. */
export function findRawMimetype(source: string): string | undefined {
  const fd = openSync(source, 'r');
  try {
    return readRawFile(fd, fstatSync(fd).size)?.mimetype;
  } finally {
    closeSync(fd);
  }
}

function isRaw(fd: number, { values }: TiffDirectory): boolean {
  const isReduced = ((values.get(TAG.kind)?.[0] ?? 0) & REDUCED_RESOLUTION_FLAG) !== 0;
  return (
    (isReduced && values.has(TAG.furtherDirectories)) ||
    values.has(TAG.dngVersion) ||
    values.get(TAG.colours)?.[0] === COLOUR_FILTER_ARRAY ||
    RAW_COMPRESSIONS.has(values.get(TAG.compression)?.[0]) ||
    readAt(fd, 8, 2).toString('latin1') === CANON_MARK
  );
}

/** Cameras write up to ten. */
const MAX_DIRECTORIES = 40;

function findLargestJpeg(fd: number, size: number, reader: TiffReader, orientation: number): RawPreview | undefined {
  const waiting = [reader.firstAt];
  const seen = new Set<number>();
  let largest: RawPreview | undefined;
  for (let at = waiting.shift(); at !== undefined && seen.size < MAX_DIRECTORIES; at = waiting.shift()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const directory = reader.read(at);
    if (!directory) continue;
    waiting.push(directory.nextAt, ...(directory.values.get(TAG.furtherDirectories) ?? []).slice(0, MAX_DIRECTORIES));
    for (const { from, length } of listParts(directory)) {
      const measured = from + length <= size ? measureJpeg(fd, from, length) : undefined;
      if (measured && (!largest || measured.width * measured.height > largest.width * largest.height))
        largest = { ...measured, from, length, orientation };
    }
  }
  return largest;
}

/** Lists the places at which a directory may have a JPEG. */
function listParts({ values }: TiffDirectory): { from: number; length: number }[] {
  const pairs = [
    [values.get(TAG.jpegOffset), values.get(TAG.jpegSize)],
    [values.get(TAG.stripOffsets), values.get(TAG.stripSizes)],
  ];
  return pairs.flatMap(([offsets, sizes]) =>
    offsets?.length === 1 && sizes?.length === 1 ? [{ from: offsets[0] ?? 0, length: sizes[0] ?? 0 }] : [],
  );
}

const HEAD_BYTES = 128 * 1024;
/** Baseline, extended and progressive. The pixels of the sensor are a lossless JPEG (0xc3), which browsers do not show. */
const SHOWN_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const EXIF_SEGMENT = 0xe1;

/** Returns the size of a JPEG that browsers show; undefined for everything else. */
function measureJpeg(fd: number, from: number, length: number): Pick<RawPreview, 'width' | 'height' | 'hasExif'> | undefined {
  const head = readAt(fd, from, Math.min(length, HEAD_BYTES));
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined;
  let hasExif = false;
  for (let at = 2; at + 10 <= head.length; ) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff) return undefined;
    if (SHOWN_FRAMES.has(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7), hasExif };
    if (marker === EXIF_SEGMENT && head.toString('latin1', at + 4, at + 8) === 'Exif') hasExif = true;
    // Any other frame, or the start of the data.
    if ((marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) || marker === 0xda) return undefined;
    at += 2 + Math.max(2, head.readUInt16BE(at + 2));
  }
  return undefined;
}

/** Returns the preview as a JPEG that is displayed upright. */
export function extractPreview(fd: number, { from, length, orientation, hasExif }: RawPreview): Buffer {
  const jpeg = readAt(fd, from, length);
  if (hasExif || orientation < 2 || orientation > 8) return jpeg;
  return Buffer.concat([jpeg.subarray(0, 2), buildOrientationSegment(orientation), jpeg.subarray(2)]);
}

/** Builds an EXIF segment with one tag. */
function buildOrientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, EXIF_SEGMENT, 0, content.length + 2]);
  return Buffer.concat([head, content]);
}
