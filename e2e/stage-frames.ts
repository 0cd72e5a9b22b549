import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Colour } from './stage-media.ts';

/** How far a channel may be off after two lossy codecs. */
const TOLERANCE = 32;
/** Frames are looked at as a coarse grid: a partly painted one is as wrong as a black one. */
const GRID = { width: 16, height: 9 };

export interface ForeignFrame {
  index: number;
  /** The first colour in it that belongs to no item, or to another item than the rest of the frame. */
  colour: number[];
  /** Position in the grid. */
  at: string;
  /** The same places' colours in the frames before and after it. */
  before: number[];
  after: number[];
}

/** Captures the compositor's frames until stopped, then returns the frames that are not of one item's color. */
export async function watchFrames(page: Page) {
  const client = await page.context().newCDPSession(page);
  const frames: Buffer[] = [];
  client.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 1 });
  return {
    /** As they came, in JPEG. */
    frames: frames as readonly Buffer[],
    async stop(colours: readonly Colour[]) {
      await client.send('Page.stopScreencast');
      await client.detach();
      return { count: frames.length, foreign: await findForeignFrames(frames, colours) };
    },
  };
}

/** Returns the frames that are not of one item's colour all over. If `fades` is set, a frame may be a blend of two consecutive items. */
export async function findForeignFrames(
  frames: readonly Buffer[],
  colours: readonly Colour[],
  { fades = false } = {},
): Promise<ForeignFrame[]> {
  const allowed = fades ? colours.flatMap((colour, index) => blends(colour, colours[(index + 1) % colours.length] ?? colour)) : colours;
  const foreign: ForeignFrame[] = [];
  let begun = false;
  for (const [index, frame] of frames.entries()) {
    const found = await findForeign(frame, allowed);
    begun ||= !found;
    // The capture may begin with a picture from before the first item.
    if (!found || !begun) continue;
    const beside = async (other: number) => colourAt(frames[other] ?? frame, found.at);
    foreign.push({ index, ...found, before: await beside(index - 1), after: await beside(index + 1) });
  }
  return foreign;
}

const BLEND_STEPS = 16;

/** Returns the colours between two, both included, in steps smaller than the tolerance. */
const blends = (from: Colour, to: Colour): Colour[] =>
  Array.from({ length: BLEND_STEPS + 1 }, (_step, index) => {
    const at = (channel: 0 | 1 | 2) => from[channel] + ((to[channel] - from[channel]) * index) / BLEND_STEPS;
    return [at(0), at(1), at(2)];
  });

const pixelsOf = (frame: Buffer) =>
  sharp(frame).removeAlpha().resize(GRID.width, GRID.height, { kernel: 'nearest', fit: 'fill' }).raw().toBuffer();

async function colourAt(frame: Buffer, at: string): Promise<number[]> {
  const [column = 0, row = 0] = at.split(',').map(Number);
  const start = (row * GRID.width + column) * 3;
  return [...(await pixelsOf(frame)).subarray(start, start + 3)];
}

async function findForeign(frame: Buffer, colours: readonly Colour[]): Promise<Pick<ForeignFrame, 'colour' | 'at'> | null> {
  const pixels = await pixelsOf(frame);
  const first = pixels.subarray(0, 3);
  const [item] = colours.toSorted((a, b) => distance(first, a) - distance(first, b));
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = pixels.subarray(at, at + 3);
    if (item && distance(pixel, item) <= TOLERANCE) continue;
    return { colour: [...pixel], at: `${(at / 3) % GRID.width},${Math.floor(at / 3 / GRID.width)}` };
  }
  return null;
}

/** Returns the largest difference of a channel. */
const distance = (pixel: Uint8Array, colour: Colour): number =>
  Math.max(...colour.map((value, channel) => Math.abs(value - (pixel[channel] ?? 0))));
