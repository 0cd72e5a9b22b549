import { closeSync, fstatSync, openSync } from 'node:fs';
import { readAt } from './file-reader.ts';
import { findBox } from './iso-boxes.ts';
import { findSamsungBlock } from './jpeg-structure.ts';
import type { ImageFormat } from './sniff.ts';

/** Bytes of a photo's file that are a video. */
export interface EmbeddedVideo {
  /** Offset of the first byte. */
  start: number;
  bytes: number;
}

/** XMP of a JPEG fits into one segment. Other packets are read up to this size. */
const MAX_XMP_BYTES = 128 * 1024;
const MAX_ITEMS = 32;
/** A box with the brands, which begins each MP4. */
const MIN_VIDEO_BYTES = 16;
const SAMSUNG_BLOCK = 'MotionPhoto_Data';
const HEIF_BOX = 'mpvd';

/**
 * Finds the video that phones store in the file of a photo. Returns undefined without a video, or when its place is outside the file. Only the first bytes of
 * the video are checked. Reads synchronously, so it belongs in a child process that opens one image at a time.
 */
export function findEmbeddedVideo(source: string, format: ImageFormat, xmp?: Buffer): EmbeddedVideo | undefined {
  if (format !== 'jpeg' && !isHeif(format)) return undefined;
  const fd = openSync(source, 'r');
  try {
    const { size } = fstatSync(fd);
    const candidates = isHeif(format) ? findHeifVideo(fd, size) : findJpegVideo(fd, size, xmp);
    return candidates.find((video) => isVideoWithin(fd, size, video));
  } finally {
    closeSync(fd);
  }
}

const isHeif = (format: ImageFormat): boolean => format === 'heic' || format === 'avif';

function findJpegVideo(fd: number, size: number, xmp: Buffer | undefined): EmbeddedVideo[] {
  const block = findSamsungBlock(fd, size, SAMSUNG_BLOCK);
  return [...listXmpDistances(xmp).map((distance) => ({ start: size - distance, bytes: distance })), ...(block ? [block] : [])];
}

/** Both ends are within the file, and an MP4 begins at the start. */
function isVideoWithin(fd: number, size: number, { start, bytes }: EmbeddedVideo): boolean {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(bytes)) return false;
  if (start <= 0 || bytes < MIN_VIDEO_BYTES || start + bytes > size) return false;
  return readAt(fd, start + 4, 4).toString('latin1') === 'ftyp';
}

/**
 * Returns the distances of the video's start from the end of the file, as XMP states them: the lengths in the container directory (Motion Photo format 1.0),
 * or the offset of the older format (MicroVideo).
 */
function listXmpDistances(xmp: Buffer | undefined): number[] {
  const text = xmp?.toString('latin1', 0, MAX_XMP_BYTES) ?? '';
  const offset = readProperty(text, 'MicroVideoOffset');
  return [readDirectoryDistance(text), offset === undefined ? undefined : Number(offset)].filter((distance) => distance !== undefined);
}

/** Adds up the lengths of the motion photo's item and of all items that follow it in the file. */
function readDirectoryDistance(text: string): number | undefined {
  const items = listItems(text);
  const at = items.findIndex((item) => readProperty(item, 'Semantic') === 'MotionPhoto');
  if (at < 0) return undefined;
  return items.slice(at).reduce((sum, item) => sum + Number(readProperty(item, 'Length') ?? Number.NaN), 0);
}

/** Returns the text of each item of the directory. `readProperty` finds properties in it, which are attributes or elements. */
function listItems(text: string): string[] {
  return text.split(/<rdf:li\b/, MAX_ITEMS).slice(1);
}

/** Reads an attribute or an element of any prefix. */
const readProperty = (text: string, name: string): string | undefined =>
  new RegExp(`:${name}(?:\\s{0,9}=\\s{0,9}["']|\\s{0,9}>)\\s{0,9}([\\w.+-]{1,40})`).exec(text)?.[1];

/** HEIC and AVIF have the video in a separate box next to the boxes of the image. */
function findHeifVideo(fd: number, size: number): EmbeddedVideo[] {
  const box = findBox((at, length) => readAt(fd, at, length), { start: 0, end: size }, HEIF_BOX);
  return box ? [{ start: box.start, bytes: box.end - box.start }] : [];
}
