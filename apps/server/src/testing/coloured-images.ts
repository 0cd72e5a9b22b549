import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '../platform/media-tools/sniff.ts';
import { aPngChunk, cornersRgb, type Size } from './media-files.ts';

/** Images that show CORNERS, although their values are those of another colour space. */
interface ColouredImage {
  name: string;
  format: ImageFormat;
  make: () => Promise<Buffer>;
}

const SIZE: Size = { width: 96, height: 64 };
const corners = (): Sharp => sharp(cornersRgb(SIZE), { raw: { ...SIZE, channels: 3 } });
const LOSSLESS_AVIF = { lossless: true, chromaSubsampling: '4:4:4' } as const;

/** Converts linear light with the primaries of sRGB to those of Display P3. */
const SRGB_TO_P3 = [0.82246, 0.17754, 0, 0.03319, 0.96681, 0, 0.01708, 0.0724, 0.91052];
const NO_MATRIX = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const toLinear = (level: number) => (level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
const encodeSrgb = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Returns the values of CORNERS, with 16 bits, in another colour space. `encode` returns the value of linear light. */
function encodeCorners(matrix: readonly number[], encode: (light: number) => number): Uint16Array {
  const rgb = cornersRgb(SIZE);
  const values = new Uint16Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const light = [0, 1, 2].map((channel) => toLinear(rgb[at + channel] ?? 0));
    for (let row = 0; row < 3; row++) {
      const sum = light.reduce((total, value, column) => total + value * (matrix[row * 3 + column] ?? 0), 0);
      values[at + row] = Math.round(65_535 * encode(Math.min(1, Math.max(0, sum))));
    }
  }
  return values;
}

/** Builds a PNG of 16 bits without a profile, with these chunks behind its header. */
async function aPngWithChunks(matrix: readonly number[], encode: (light: number) => number, chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await sharp(encodeCorners(matrix, encode), { raw: { ...SIZE, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  return insertPngChunks(png, chunks);
}

/** Builds a PNG of 16 bits with a profile that has the primaries of sRGB and a straight line as its curve. */
async function aLinearPng(): Promise<Buffer> {
  const profiled = await sharp(cornersRgb(SIZE), { raw: { ...SIZE, channels: 3 } })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  const { icc } = await sharp(profiled).metadata();
  if (!icc) throw new Error('sharp writes no profile');
  const linear = Buffer.from(icc);
  for (let entry = 132; entry + 12 <= 132 + 12 * icc.readUInt32BE(128); entry += 12) {
    if (!/^[rgb]TRC$/.test(icc.toString('latin1', entry, entry + 4))) continue;
    const at = icc.readUInt32BE(entry + 4);
    // A curve without points is a straight line.
    linear.write('curv', at, 'latin1');
    linear.fill(0, at + 4, at + 12);
    linear.writeUInt32BE(12, entry + 8);
  }
  const profile = Buffer.concat([Buffer.from('linear\0\0', 'latin1'), deflateSync(linear)]);
  return aPngWithChunks(NO_MATRIX, (light) => light, [aPngChunk('iCCP', profile)]);
}

/** Builds an AVIF in Display P3 without a profile. */
async function anAvifWithCodes(): Promise<Buffer> {
  const rgb = Buffer.from(encodeCorners(SRGB_TO_P3, encodeSrgb).map((value) => value >> 8));
  const avif = await sharp(rgb, { raw: { ...SIZE, channels: 3 } })
    .avif(LOSSLESS_AVIF)
    .toBuffer();
  const at = avif.indexOf('nclx');
  if (at < 0) throw new Error('The encoder writes no colour codes');
  avif.writeUInt16BE(12, at + 4);
  avif.writeUInt16BE(13, at + 6);
  return avif;
}

const HEADER_END = 8 + 25;
const insertPngChunks = (png: Buffer, chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);

/** Codes of ITU-T H.273, for RGB with all values. */
const aCodingChunk = (primaries: number, transfer: number): Buffer => aPngChunk('cICP', Buffer.from([primaries, transfer, 0, 1]));

/** Numbers multiplied by 100,000. */
function aNumberChunk(type: string, numbers: readonly number[]): Buffer {
  const content = Buffer.alloc(numbers.length * 4);
  numbers.forEach((value, at) => content.writeUInt32BE(Math.round(value * 100_000), at * 4));
  return aPngChunk(type, content);
}
const P3_CHROMATICITIES = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];

export const COLOURED_IMAGES: readonly ColouredImage[] = [
  { name: 'a JPEG in Display P3', format: 'jpeg', make: () => corners().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer() },
  { name: 'a WebP in Display P3', format: 'webp', make: () => corners().withIccProfile('p3').webp({ lossless: true }).toBuffer() },
  { name: 'a TIFF in Display P3', format: 'tiff', make: () => corners().withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer() },
  { name: 'a PNG in Display P3', format: 'png', make: () => corners().withIccProfile('p3').png().toBuffer() },
  { name: 'a PNG of 16 bits without a profile', format: 'png', make: () => corners().toColourspace('rgb16').png().toBuffer() },
  {
    name: 'a PNG of 16 bits in sRGB',
    format: 'png',
    make: () => corners().toColourspace('rgb16').withIccProfile('srgb').png().toBuffer(),
  },
  {
    name: 'a PNG of 16 bits in Display P3',
    format: 'png',
    make: () => corners().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
  },
  {
    name: 'a TIFF of 16 bits in Display P3',
    format: 'tiff',
    make: () => corners().toColourspace('rgb16').withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer(),
  },
  {
    name: 'an AVIF of 10 bits in Display P3',
    format: 'avif',
    make: () =>
      corners()
        .withIccProfile('p3')
        .avif({ ...LOSSLESS_AVIF, bitdepth: 10 })
        .toBuffer(),
  },
  { name: 'a PNG of 16 bits with a linear profile', format: 'png', make: aLinearPng },
  { name: 'an AVIF with the codes of Display P3', format: 'avif', make: anAvifWithCodes },
  { name: 'a PNG with the codes of sRGB', format: 'png', make: () => aPngWithChunks(NO_MATRIX, encodeSrgb, [aCodingChunk(1, 13)]) },
  { name: 'a PNG with the codes of Display P3', format: 'png', make: () => aPngWithChunks(SRGB_TO_P3, encodeSrgb, [aCodingChunk(12, 13)]) },
  {
    name: 'a PNG with a gamma of 1',
    format: 'png',
    make: () => aPngWithChunks(NO_MATRIX, (light) => light, [aNumberChunk('gAMA', [1])]),
  },
  {
    name: 'a PNG with gamma and primaries',
    format: 'png',
    make: () =>
      aPngWithChunks(SRGB_TO_P3, (light) => light ** (1 / 1.8), [aNumberChunk('gAMA', [1 / 1.8]), aNumberChunk('cHRM', P3_CHROMATICITIES)]),
  },
  {
    name: 'a PNG with a gamma and the sRGB chunk, which wins',
    format: 'png',
    make: () => aPngWithChunks(NO_MATRIX, encodeSrgb, [aPngChunk('sRGB', Buffer.from([0])), aNumberChunk('gAMA', [1])]),
  },
  {
    name: 'a PNG with the approximate gamma of sRGB',
    format: 'png',
    make: () => aPngWithChunks(NO_MATRIX, encodeSrgb, [aNumberChunk('gAMA', [0.45455])]),
  },
];

/** Creates a grey PNG of 16 bits with these codes. `level` has 8 bits. */
export async function aCodedGreyPng(level: number, primaries: number, transfer: number): Promise<Buffer> {
  const values = new Uint16Array(SIZE.width * SIZE.height * 3).fill(level * 257);
  const png = await sharp(values, { raw: { ...SIZE, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  return insertPngChunks(png, [aCodingChunk(primaries, transfer)]);
}
