import { createByteReader, readAt } from './file-reader.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Markers without a length: TEM and the restart markers (ITU-T T.81, table B.1). */
const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export interface JpegStructure {
  /** Offset of the compressed data. */
  scanAt: number;
  /** Offsets of start markers after the first one. */
  repeatedStarts: number[];
}

const MAX_SEGMENTS = 100_000;
const MAX_REPEATED_STARTS = 100;
/** Bytes that may be between two segments. libjpeg has no limit; more than this is another file. */
const MAX_GAP_BYTES = 1024 * 1024;

/** Reads the segments up to the compressed data. Skips bytes between segments and fill bytes, as libjpeg does. Undefined without compressed data. */
export function readJpegStructure(fd: number, size: number): JpegStructure | undefined {
  const byte = createByteReader(fd);
  const repeatedStarts: number[] = [];
  for (let at = 2, count = 0; count < MAX_SEGMENTS; count++) {
    const markerAt = findMarker(byte, at, size);
    if (markerAt === undefined) return undefined;
    const marker = byte(markerAt);
    at = markerAt + 1;
    if (marker === SCAN) return { scanAt: at, repeatedStarts };
    if (marker === START) repeatedStarts.push(markerAt - 1);
    else if (marker === END || at + 2 > size) return undefined;
    else if (!isStandalone(marker)) at += Math.max(2, byte(at) * 256 + byte(at + 1));
    if (repeatedStarts.length > MAX_REPEATED_STARTS) return undefined;
  }
  return undefined;
}

/** Returns the offset of the next marker's second byte. */
function findMarker(byte: (at: number) => number, from: number, size: number): number | undefined {
  const end = Math.min(size, from + MAX_GAP_BYTES);
  for (let at = from; at + 1 < end; at++) {
    if (byte(at) !== 0xff) continue;
    const next = byte(at + 1);
    if (next !== 0xff && next !== 0) return at + 1;
  }
  return undefined;
}

const END_MARKER = Buffer.from([0xff, END]);
/** The end is nearly always within these last bytes; otherwise the whole file is read. */
const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Returns true when an end marker follows the start of the compressed data. Phones append videos after it. */
function hasJpegEnd(fd: number, scanAt: number, size: number): boolean {
  return contains(fd, Math.max(scanAt, size - TAIL_BYTES), size) || contains(fd, scanAt, size);
}

function contains(fd: number, from: number, size: number): boolean {
  for (let at = from; at + END_MARKER.length <= size; at += CHUNK_BYTES - 1) {
    if (readAt(fd, at, Math.min(CHUNK_BYTES, size - at)).includes(END_MARKER)) return true;
  }
  return false;
}

const TRAILER_END = 'SEFT';
const TRAILER_HEAD = 'SEFH';
const MAX_TRAILER_ENTRIES = 1000;
const ENTRY_BYTES = 12;

/** Directory of a trailer, and for each block its distance before the directory and its size, in bytes. */
interface SamsungTrailer {
  directoryAt: number;
  blocks: { distance: number; bytes: number }[];
}

/**
 * Reads the trailer that Samsung phones append. Its last 8 bytes are the length of its directory and `SEFT`. The directory has `SEFH`, a version, a
 * count, and for each block 4 bytes of type, its distance before the directory, and its size. All are little-endian.
 */
function readSamsungTrailer(fd: number, size: number): SamsungTrailer | undefined {
  const tail = readAt(fd, Math.max(0, size - 8), 8);
  if (tail.toString('latin1', 4) !== TRAILER_END) return undefined;
  const directoryAt = size - 8 - tail.readUInt32LE(0);
  if (directoryAt < 0) return undefined;
  const head = readAt(fd, directoryAt, 12);
  if (head.toString('latin1', 0, 4) !== TRAILER_HEAD) return undefined;
  const entries = readAt(fd, directoryAt + 12, Math.min(MAX_TRAILER_ENTRIES, head.readUInt32LE(8)) * ENTRY_BYTES);
  const blocks: SamsungTrailer['blocks'] = [];
  for (let at = 0; at < entries.length; at += ENTRY_BYTES)
    blocks.push({ distance: entries.readUInt32LE(at + 4), bytes: entries.readUInt32LE(at + 8) });
  return { directoryAt, blocks };
}

/** Returns the offset of the trailer, or `size` without one. */
function findSamsungTrailer(fd: number, size: number): number {
  const trailer = readSamsungTrailer(fd, size);
  if (!trailer) return size;
  const { directoryAt, blocks } = trailer;
  const distance = blocks.reduce((longest, block) => Math.max(longest, block.distance), 0);
  return distance < directoryAt ? directoryAt - distance : directoryAt;
}

/**
 * Finds a block of the trailer by its name, and returns the place of its data. A block has 4 bytes of type, the length of its name, the name, and the data.
 * The place is not checked.
 */
export function findSamsungBlock(fd: number, size: number, name: string): { start: number; bytes: number } | undefined {
  const trailer = readSamsungTrailer(fd, size);
  for (const { distance, bytes } of trailer?.blocks ?? []) {
    const at = (trailer?.directoryAt ?? 0) - distance;
    if (at < 0) continue;
    const head = readAt(fd, at, 8 + name.length);
    if (head.readUInt32LE(4) === name.length && head.toString('latin1', 8) === name)
      return { start: at + head.length, bytes: bytes - head.length };
  }
  return undefined;
}

/**
 * Returns a JPEG that libjpeg opens: without repeated start markers and with an end marker, in place of a Samsung trailer. Undefined when the file needs no
 * repair or has no compressed data. Does not check whether all pixels are present.
 */
export function repairJpeg(fd: number, size: number): Buffer | undefined {
  const structure = readJpegStructure(fd, size);
  if (!structure) return undefined;
  const { scanAt, repeatedStarts } = structure;
  const isEnded = hasJpegEnd(fd, scanAt, size);
  if (isEnded && repeatedStarts.length === 0) return undefined;
  const file = readAt(fd, 0, isEnded ? size : findSamsungTrailer(fd, size));
  const starts = [0, ...repeatedStarts.map((at) => at + 2)];
  const parts = starts.map((from, index) => file.subarray(from, repeatedStarts[index] ?? file.length));
  return Buffer.concat([...parts, ...(isEnded ? [] : [END_MARKER])]);
}
