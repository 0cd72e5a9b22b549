import sharp, { type Sharp } from 'sharp';
import { aPngChunk, CORNERS, type Size } from './media-files.ts';

interface AnimationRecipe extends Size {
  frames: number;
  delayMs: number;
}
const SHORT: AnimationRecipe = { width: 96, height: 64, frames: 3, delayMs: 500 };

/** Creates frames of one colour each. The left quarter of every frame is transparent. */
async function createAnimation({ width, height, frames }: AnimationRecipe): Promise<Sharp> {
  const colours = Object.values(CORNERS);
  const left = { input: { create: { width: width / 4, height, channels: 3, background: '#000' } }, left: 0, top: 0 } as const;
  const pictures = Array.from({ length: frames }, (_, at) => {
    const [r, g, b] = colours[at % colours.length] ?? CORNERS.topLeft;
    return sharp({ create: { width, height, channels: 4, background: { r, g, b, alpha: 1 } } })
      .composite([{ ...left, blend: 'dest-out' }])
      .png()
      .toBuffer();
  });
  const all = await Promise.all(pictures);
  return frames === 1 ? sharp(all[0]) : sharp(all, { join: { animated: true } });
}

const delays = ({ frames, delayMs }: AnimationRecipe) => ({ delay: Array.from({ length: frames }, () => delayMs), loop: 0 });

export async function aGif(recipe: Partial<AnimationRecipe> = {}): Promise<Buffer> {
  const made = { ...SHORT, ...recipe };
  return (await createAnimation(made)).gif(delays(made)).toBuffer();
}
export const aStillGif = () => aGif({ frames: 1 });
export const anAnimatedWebp = async () => (await createAnimation(SHORT)).webp(delays(SHORT)).toBuffer();

interface DotsRecipe {
  frames: number;
  delayMs?: number;
  isFull?: boolean;
}

/** Builds a GIF89a (§17 to §27) with minimal frames: one pixel each, regardless of the declared size, and with `isFull` in each frame as well. */
export function aMinimalGif({ width, height, frames, delayMs = 20, isFull = false }: Size & DotsRecipe): Buffer {
  const screen = Buffer.alloc(13);
  screen.write('GIF89a', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = 0x80;
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
  control.writeUInt16LE(delayMs / 10, 4);
  const dot = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  if (isFull) screen.copy(dot, 5, 6, 10);
  const shown = Array.from({ length: frames }, () => [control, dot]).flat();
  return Buffer.concat([screen, colours, ...shown, Buffer.from([0x3b])]);
}

/** Builds an animated PNG of two frames: the chunk that declares them before the image, and one more frame after it. */
export async function anApng(still: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(still).metadata();
  const chunks = chunksOf(still);
  const [head, data] = [chunks.find(({ type }) => type === 'IHDR'), chunks.filter(({ type }) => type === 'IDAT')];
  if (!head) throw new Error('No PNG');
  const control = (sequence: number) => {
    const content = Buffer.alloc(26);
    content.writeUInt32BE(sequence, 0);
    content.writeUInt32BE(width, 4);
    content.writeUInt32BE(height, 8);
    content.writeUInt16BE(1, 20);
    content.writeUInt16BE(2, 22);
    return aPngChunk('fcTL', content);
  };
  const picture = Buffer.concat(data.map(({ content }) => content));
  return Buffer.concat([
    still.subarray(0, 8),
    aPngChunk('IHDR', head.content),
    aPngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    control(0),
    aPngChunk('IDAT', picture),
    control(1),
    aPngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), picture])),
    aPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): { type: string; content: Buffer }[] {
  const chunks: { type: string; content: Buffer }[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

interface TiffRecipe extends Size {
  /** Additional tags of type LONG. */
  tags?: Record<number, number>;
  /** Offset of the next directory. */
  next?: number;
}

const TIFF_DIRECTORY_AT = 8;

/** Builds a baseline greyscale TIFF (TIFF 6.0): a directory, then one strip with the grey bytes of a picture of 16 × 16. */
export function aMinimalTiff({ width, height, tags = {}, next = 0 }: TiffRecipe): Buffer {
  const bytes = 256;
  const entries = { 256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: 0, 277: 1, 278: height, 279: bytes, ...tags };
  const stripAt = TIFF_DIRECTORY_AT + 2 + Object.keys(entries).length * 12 + 4;
  const directory = Object.entries({ ...entries, 273: stripAt }).map(([tag, value]) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(Number(tag), 0);
    entry.writeUInt16LE(4, 2);
    entry.writeUInt32LE(1, 4);
    entry.writeUInt32LE(value, 8);
    return entry;
  });
  const [count, end] = [Buffer.alloc(2), Buffer.alloc(4)];
  count.writeUInt16LE(directory.length, 0);
  end.writeUInt32LE(next, 0);
  const head = Buffer.from([0x49, 0x49, 42, 0, TIFF_DIRECTORY_AT, 0, 0, 0]);
  return Buffer.concat([head, count, ...directory, end, Buffer.alloc(bytes, 120)]);
}

/** Builds a TIFF whose directories refer to themselves as the next ones. */
export const aCircularTiff = () =>
  aMinimalTiff({
    width: 16,
    height: 16,
    next: TIFF_DIRECTORY_AT,
    tags: { 330: TIFF_DIRECTORY_AT, 34665: TIFF_DIRECTORY_AT, 34853: TIFF_DIRECTORY_AT },
  });
