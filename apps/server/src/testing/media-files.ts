import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { wrapHeic } from './heic-file.ts';
import { encodeVideo, type VideoRecipe } from './video-file.ts';

/** Pictures and videos for tests. Their corners have different colours (CORNERS), so that tests detect rotation and mirroring. */
export type Rgb = readonly [number, number, number];
export const CORNERS = {
  topLeft: [220, 40, 40],
  topRight: [40, 180, 60],
  bottomLeft: [50, 80, 220],
  bottomRight: [240, 240, 240],
} as const;

export interface Size {
  width: number;
  height: number;
}

/** Returns RGB rows of a picture in which each quarter has the colour of its corner. */
export function cornersRgb({ width, height }: Size): Buffer {
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [left, right] = y < height / 2 ? [CORNERS.topLeft, CORNERS.topRight] : [CORNERS.bottomLeft, CORNERS.bottomRight];
    for (let x = 0; x < width; x++) rgb.set(x < width / 2 ? left : right, (y * width + x) * 3);
  }
  return rgb;
}

const corners = (size: Size): Sharp => sharp(cornersRgb(size), { raw: { ...size, channels: 3 } });
const PHOTO: Size = { width: 640, height: 480 };

export const aJpeg = (size: Size = PHOTO): Promise<Buffer> => corners(size).jpeg({ quality: 92 }).toBuffer();

/** Creates a JPEG that is stored sideways (EXIF orientation 6), as phones do. Displayed upright it has this size and CORNERS in place. */
export async function aSidewaysJpeg({ width, height }: Size = { width: 480, height: 640 }): Promise<Buffer> {
  const upright = await corners({ width, height }).png().toBuffer();
  return sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
}

/** Creates a PNG whose lower right quarter is transparent. */
export async function aPng({ width, height }: Size = PHOTO): Promise<Buffer> {
  const rgb = cornersRgb({ width, height });
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) {
    rgb.copy(rgba, at * 4, at * 3, at * 3 + 3);
    if (at % width >= width / 2 && at >= (width * height) / 2) rgba[at * 4 + 3] = 0;
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

export const aWebp = (size: Size = PHOTO): Promise<Buffer> => corners(size).webp({ quality: 90 }).toBuffer();
export const anAvif = (size: Size = PHOTO): Promise<Buffer> => corners(size).avif({ quality: 60 }).toBuffer();

/** Creates a HEIC as an iPhone stores it: HEVC in HEIF, which the container rotates by `quarterTurns` to the left (irot). */
export async function aHeic(size: Size = PHOTO, { quarterTurns = 0 } = {}): Promise<Buffer> {
  const film = await encodeVideo(cornersRgb(size), { ...size, codec: 'hevc', container: 'mp4', frames: 1 });
  return wrapHeic(film, size, { quarterTurns });
}

const PLAIN: Size = { width: 128, height: 96 };
const plainRgb = (colour: Rgb): Buffer => Buffer.concat(Array.from({ length: PLAIN.width * PLAIN.height }, () => Buffer.from(colour)));

/** Creates a HEIC of one colour; `colours` is the content of its `colr` box. */
export async function aPlainHeic(colour: Rgb, colours?: Buffer): Promise<Buffer> {
  const film = await encodeVideo(plainRgb(colour), { ...PLAIN, codec: 'hevc', container: 'mp4', frames: 1 });
  return wrapHeic(film, PLAIN, { colours });
}

/** Creates an HDR10 video of one colour. */
export const aPlainHdrVideo = (colour: Rgb): Promise<Buffer> =>
  encodeVideo(plainRgb(colour), { ...PLAIN, codec: 'hevc', container: 'mp4', frames: 3, isHdr: true });

/** Returns the content of a `colr` box with colour codes (ITU-T H.273), the matrix of BT.709 and the value range of videos. */
export const codedColourBox = (primaries: number, transfer: number): Buffer =>
  Buffer.from([...Buffer.from('nclx'), 0, primaries, 0, transfer, 0, 1, 0]);

/** Returns the content of a `colr` box with Display P3, the colour profile of phones. */
export async function displayP3ColourBox(): Promise<Buffer> {
  const tagged = await sharp({ create: { ...PLAIN, channels: 3, background: '#000' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const { icc } = await sharp(tagged).metadata();
  if (!icc) throw new Error('sharp does not support Display P3');
  return Buffer.concat([Buffer.from('prof'), icc]);
}

/** Returns the sRGB colour of the center pixel. */
export async function readCenterColour(picture: Buffer): Promise<number[]> {
  const { width, height } = await sharp(picture).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(picture).toColourspace('srgb').removeAlpha().extract(middle).raw().toBuffer())];
}

export type VideoOptions = Partial<Omit<VideoRecipe, 'frames'>> & { seconds?: number };

/** Creates a video of CORNERS, by default H.264 in MP4. */
export function aVideo({ seconds = 2, ...recipe }: VideoOptions = {}): Promise<Buffer> {
  const size = { width: recipe.width ?? 640, height: recipe.height ?? 360 };
  const framesPerSecond = recipe.framesPerSecond ?? 25;
  return encodeVideo(cornersRgb(size), {
    codec: 'h264',
    container: 'mp4',
    ...recipe,
    ...size,
    framesPerSecond,
    frames: Math.round(seconds * framesPerSecond),
  });
}

/** Creates a PNG of `width` × `height` black pixels: a small file that needs much memory to decode. */
export function aHugePng({ width, height }: Size = { width: 30_000, height: 30_000 }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const chunks = [aPngChunk('IHDR', header), aPngChunk('IDAT', rows), aPngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

export function aPngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns the first part of a file, like an interrupted transfer. */
export const truncate = (bytes: Buffer, share = 0.5): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

/** Returns the mean colour of each quarter of a picture, in the order of CORNERS. */
export async function readCorners(picture: Buffer): Promise<Rgb[]> {
  const { data, info } = await sharp(picture).removeAlpha().resize(20, 20, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  return [
    [4, 4],
    [15, 4],
    [4, 15],
    [15, 15],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
  });
}

/** Returns whether a picture shows CORNERS upright, within the tolerance of compression. */
export async function showsCorners(picture: Buffer): Promise<boolean> {
  const seen = await readCorners(picture);
  return Object.values(CORNERS).every((corner, at) =>
    corner.every((level, channel) => Math.abs(level - (seen[at]?.[channel] ?? -99)) < 30),
  );
}
