import { closeSync, fstatSync, openSync } from 'node:fs';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type ColourSpace, convertToSrgb, findColourSpace, isHdr } from './colour-map.ts';
import { readAt } from './file-reader.ts';
import { readHeifColours } from './heif-colours.ts';
import { openImage } from './image-open.ts';
import { readPngColourSpace } from './png-colours.ts';

export interface ColouredImage {
  /** The image, upright, in its own colours. It may be rotated and resized. */
  image: Sharp;
  hasAlpha: boolean;
  /** True when `toSrgb` replaces the colours that the file declares without a profile. */
  isConverted: boolean;
  /** Converts the image to sRGB. Must be the last step before it is encoded. */
  toSrgb(image: Sharp): Promise<Sharp>;
}

/**
 * Opens an image whose colours are converted as its file declares. libvips applies colour profiles, but not the colour codes of AVIF and PNG, nor the gamma of
 * PNG, and sharp leaves pixels of 16 bits in Display P3 when they have a profile.
 */
export async function openColouredImage(source: string): Promise<ColouredImage> {
  const space = readColourSpace(source);
  const metadata = await openImage(source).metadata();
  const { hasAlpha } = metadata;
  return space
    ? {
        image: openImage(source, { ignoreIcc: true }),
        hasAlpha,
        isConverted: true,
        toSrgb: (image) => convertPixels(image, space, metadata),
      }
    : { image: openImage(source), hasAlpha, isConverted: false, toSrgb: async (image) => applyProfile(image, metadata) };
}

/** Pixels of 16 bits become 8 bits before their profile is applied, because sharp would convert to Display P3 and back, which changes dark colours. */
function applyProfile(image: Sharp, { icc, depth, space }: Metadata): Sharp {
  if (!icc || depth !== 'ushort') return image;
  if (space === 'grey16') return image.pipelineColourspace('b-w');
  // Dark parts of linear light would show steps with 8 bits.
  return isLinearProfile(icc) ? image.toColourspace('rgb16').withIccProfile('srgb', { attach: false }) : image.pipelineColourspace('srgb');
}

const MAX_PROFILE_TAGS = 100;

/** Returns true when the red curve of an ICC profile is a straight line (ICC.1, sections 10.6 and 10.18). */
function isLinearProfile(icc: Buffer): boolean {
  if (icc.length < 132) return false;
  for (let entry = 132; entry + 12 <= Math.min(icc.length, 132 + 12 * MAX_PROFILE_TAGS); entry += 12) {
    if (icc.toString('latin1', entry, entry + 4) !== 'rTRC') continue;
    const at = icc.readUInt32BE(entry + 4);
    if (at + 16 > icc.length) return false;
    const type = icc.toString('latin1', at, at + 4);
    if (type === 'para') return icc.readUInt16BE(at + 8) === 0 && icc.readInt32BE(at + 12) === 0x10000;
    const count = icc.readUInt32BE(at + 8);
    return type === 'curv' && (count === 0 || (count === 1 && icc.readUInt16BE(at + 12) === 0x100));
  }
  return false;
}

/** Larger images are converted with 8 bits, which needs half the memory. */
const MAX_16_BIT_PIXELS = 50_000_000;

async function convertPixels(image: Sharp, space: ColourSpace, { depth, width, height }: Metadata): Promise<Sharp> {
  const is16Bit = depth === 'ushort' && width * height <= MAX_16_BIT_PIXELS;
  const raw = is16Bit ? image.toColourspace('rgb16').raw({ depth: 'ushort' }) : image.toColourspace('srgb').raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const values = is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return sharp(convertToSrgb(values, info.channels, space), { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const PNG_MARK = '\x89PNG\r\n\x1a\n';

/** Returns the colour space that an AVIF or PNG declares without a profile. Undefined for all other images, and for sRGB. Synchronous. */
function readColourSpace(source: string): ColourSpace | undefined {
  const fd = openSync(source, 'r');
  try {
    const { size } = fstatSync(fd);
    const head = readAt(fd, 0, 12);
    if (head.toString('latin1', 0, 8) === PNG_MARK) return readPngColourSpace(fd, size);
    return head.toString('latin1', 4, 8) === 'ftyp' ? readHeifColourSpace(fd, size) : undefined;
  } finally {
    closeSync(fd);
  }
}

const MAX_BOXES = 100;
const MAX_META_BYTES = 4_000_000;

function readHeifColourSpace(fd: number, size: number): ColourSpace | undefined {
  for (let at = 0, count = 0; at + 8 <= size && count < MAX_BOXES; count++) {
    const head = readAt(fd, at, 8);
    const length = head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'meta') {
      const { nclx, icc } = readHeifColours(readAt(fd, at, Math.min(length, MAX_META_BYTES)));
      // HDR is declared by the codes; an additional profile is for readers that do not support them.
      return nclx && (!icc || isHdr(nclx)) ? findColourSpace(nclx) : undefined;
    }
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
