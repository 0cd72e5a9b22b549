import { closeSync, fstatSync, openSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { createByteReader, readAt } from './file-reader.ts';
import { readJpegStructure } from './jpeg-structure.ts';
import type { ImageFormat } from './sniff.ts';
import { isCompleteTiff } from './tiff-completeness.ts';

/**
 * Checks that an image is complete by its structure, without decoding it, so that truncated uploads are refused immediately. Damage inside is found by the
 * job that makes the screen copy. Data after the end is ignored, because phones append videos and notes. Throws FILE_BROKEN. Reads synchronously, so it
 * belongs into a child process that opens one image at a time.
 */
export function assertComplete(source: string, format: ImageFormat): void {
  if (!withOpenFile(source, CHECK_BY_FORMAT[format])) throw new AppError('FILE_BROKEN');
}

export const isAnimatedPng = (source: string): boolean => withOpenFile(source, hasFrames);

/** The size of what its frames are drawn on. */
export const readGifSize = (source: string): { width: number; height: number } =>
  withOpenFile(source, (fd) => {
    const size = readAt(fd, 6, 4);
    return { width: size.readUInt16LE(0), height: size.readUInt16LE(2) };
  });

function withOpenFile<T>(source: string, read: (fd: number, size: number) => T): T {
  const fd = openSync(source, 'r');
  try {
    return read(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

type CompletenessCheck = (fd: number, size: number) => boolean;

/** The end is nearly always in here; only where it is not is the whole file read. */
const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;
const MAX_PARTS = 100_000;

const END_OF_PNG = Buffer.from('IEND\xaeB`\x82', 'latin1');

/** The end marker may be missing. Then `assertAllPixels` decides. */
const jpeg: CompletenessCheck = (fd, size) => readJpegStructure(fd, size) !== undefined;
const png: CompletenessCheck = (fd, size) => endsWithin(fd, END_OF_PNG, 8, size);
const riff: CompletenessCheck = (fd, size) => readAt(fd, 4, 4).readUInt32LE(0) + 8 <= size;

/** In an animated PNG, the number of frames precedes the image (`acTL`). */
function hasFrames(fd: number, size: number): boolean {
  for (let at = 8, count = 0; at + 12 <= size && count < MAX_PARTS; count++) {
    const head = readAt(fd, at, 12);
    const type = head.toString('latin1', 4, 8);
    if (type === 'acTL') return head.readUInt32BE(8) > 1;
    if (type === 'IDAT') return false;
    at += 12 + head.readUInt32BE(0);
  }
  return false;
}

/** ISO base media: every box at the top has to fit; one of length 0 reaches to the end. */
const boxes: CompletenessCheck = (fd, size) => {
  let at = 0;
  for (let count = 0; at + 8 <= size && count < MAX_PARTS; count++) {
    const head = readAt(fd, at, 16);
    const short = head.readUInt32BE(0);
    if (short === 0) return true;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    // Data that is not a box follows the image.
    if (length < 8) return at > 0;
    at += length;
  }
  return at <= size;
};

const CHECK_BY_FORMAT: Record<ImageFormat, CompletenessCheck> = {
  jpeg,
  png,
  webp: riff,
  avif: boxes,
  heic: boxes,
  gif: isCompleteGif,
  tiff: isCompleteTiff,
};

function endsWithin(fd: number, end: Buffer, from: number, size: number): boolean {
  const tail = Math.max(from, size - TAIL_BYTES);
  return containsBytes(fd, end, tail, size) || containsBytes(fd, end, from, size);
}

function containsBytes(fd: number, wanted: Buffer, from: number, size: number): boolean {
  const overlap = wanted.length - 1;
  for (let at = from; at + wanted.length <= size; at += CHUNK_BYTES - overlap) {
    const chunk = readAt(fd, at, Math.min(CHUNK_BYTES, size - at));
    if (chunk.includes(wanted)) return true;
  }
  return false;
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const HEADER_BYTES = 13;
const IMAGE_HEADER_BYTES = 10;

/**
 * Whether the last block of a GIF has arrived (GIF89a, §§17 to 27): each is a chain of sub-blocks, and an empty one ends it. The mark behind the last may be missing,
 * as it does from many that everything shows, and what follows it is not looked at.
 */
export function isCompleteGif(fd: number, size: number): boolean {
  const byte = createByteReader(fd);
  let hasImage = false;
  let at = HEADER_BYTES + getColourTableBytes(byte(10));
  while (at < size) {
    const kind = byte(at);
    if (kind === IMAGE) {
      hasImage = true;
      // After the image's own color table: the initial code size.
      at += IMAGE_HEADER_BYTES + getColourTableBytes(byte(at + 9)) + 1;
    } else if (kind === EXTENSION) at += 2;
    else return hasImage;
    for (let length = byte(at); length !== 0; length = byte(at)) {
      at += 1 + length;
      if (at >= size) return false;
    }
    at += 1;
  }
  return hasImage && at === size;
}

/** Size of a color table, which exists only if the highest bit is set. */
const getColourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
