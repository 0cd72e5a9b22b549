import { closeSync, fstatSync, openSync } from 'node:fs';
import { readAt } from './file-reader.ts';
import { repairJpeg } from './jpeg-structure.ts';
import { extractPreview, readRawFile } from './raw-preview.ts';
import { findOldJpeg } from './tiff-completeness.ts';

/** Larger files are opened unchanged, because a repaired file is held in memory. */
const MAX_REPAIRED_BYTES = 300e6;
const HEAD_BYTES = 32;

/**
 * Returns a version of the file that the decoders open, for valid files that they refuse: JPEGs without an end marker or with several start markers, TIFFs with
 * old-style JPEG, AVIFs with the brand `mif3`, and RAW files of cameras, whose largest JPEG is returned. Undefined for all other files, for which it reads at most 64 KB and the heads of segments. Synchronous.
 */
export function repairImage(source: string): Buffer | undefined {
  const fd = openSync(source, 'r');
  try {
    const { size } = fstatSync(fd);
    if (size > MAX_REPAIRED_BYTES || size < HEAD_BYTES) return undefined;
    const head = readAt(fd, 0, HEAD_BYTES);
    if (head.readUInt16BE(0) === 0xffd8) return repairJpeg(fd, size);
    const mark = head.toString('latin1', 0, 4);
    if (mark === 'II*\0' || mark === 'MM\0*') return extractRawPreview(fd, size) ?? extractOldJpeg(fd, size);
    return head.toString('latin1', 4, 12) === 'ftypmif3' ? replaceBrand(readAt(fd, 0, size)) : undefined;
  } finally {
    closeSync(fd);
  }
}

function extractRawPreview(fd: number, size: number): Buffer | undefined {
  const preview = readRawFile(fd, size)?.preview;
  return preview && extractPreview(fd, preview);
}

/** libtiff is built without the decoder for old-style JPEG. Its stream is a JPEG of the whole image. */
function extractOldJpeg(fd: number, size: number): Buffer | undefined {
  const found = findOldJpeg(fd, size);
  if (!found || found.parts.some(({ from, length }) => from + length > size)) return undefined;
  const jpeg = Buffer.concat(found.parts.map(({ from, length }) => readAt(fd, from, length)));
  return jpeg.length > 4 && jpeg.readUInt16BE(0) === 0xffd8 ? jpeg : undefined;
}

const BRAND = 'avif';

/**
 * Makes `avif` the major brand, because libvips does not know `mif3`, although its decoder does. A low-overhead file (box `mini`) has no offsets, so its file
 * type may grow by the compatible brand that the decoder requires.
 */
function replaceBrand(file: Buffer): Buffer {
  const length = file.readUInt32BE(0);
  if (file.toString('latin1', length + 4, length + 8) !== 'mini') {
    file.write(BRAND, 8, 'latin1');
    return file;
  }
  const fileType = Buffer.from(`\0\0\0\x18ftyp${BRAND}${BRAND}mif3${BRAND}`, 'latin1');
  return Buffer.concat([fileType, file.subarray(length)]);
}
