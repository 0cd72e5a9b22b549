import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Colour } from './stage-media.ts';

/** Maximum deviation of a channel after two lossy codecs. */
const TOLERANCE = 32;
/** Frames are checked as a coarse grid, which also detects partly painted frames. */
const GRID = { width: 16, height: 9 };

export interface ForeignFrame {
  index: number;
  /** First color in the frame that belongs to no item, or to another item than the rest of the frame. */
  colour: number[];
  /** Position in the grid. */
  at: string;
  /** Colors at the same position in the frames before and after. */
  before: number[];
  after: number[];
}

/** Event `Page.screencastFrame` of the Chrome DevTools Protocol. */
interface ScreencastFrame {
  /** JPEG in base64. */
  data: string;
  metadata: { timestamp?: number };
}

/** Collects screencast frames in the order of their capture. The browser compresses frames in parallel and sends each one when it is ready. */
export class FrameSequence {
  readonly #times: number[] = [];
  readonly #frames: Buffer[] = [];

  /** Frames as JPEG, oldest first. */
  get frames(): readonly Buffer[] {
    return this.#frames;
  }

  /** Inserts a frame by its time. A frame without a time follows the others. */
  add({ data, metadata: { timestamp = Infinity } }: ScreencastFrame): void {
    const position = this.#times.findLastIndex((time) => time <= timestamp) + 1;
    this.#times.splice(position, 0, timestamp);
    this.#frames.splice(position, 0, Buffer.from(data, 'base64'));
  }
}

/** Captures the compositor's frames. `stop` returns their number and the frames that are not in the color of one item. */
export async function captureFrames(page: Page) {
  const client = await page.context().newCDPSession(page);
  const sequence = new FrameSequence();
  client.on('Page.screencastFrame', (frame) => {
    sequence.add(frame);
    client.send('Page.screencastFrameAck', { sessionId: frame.sessionId }).catch(() => undefined);
  });
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 1 });
  return {
    /** Captured frames, as JPEG. */
    frames: sequence.frames,
    async stop(colours: readonly Colour[]) {
      await client.send('Page.stopScreencast');
      await client.detach();
      return { count: sequence.frames.length, foreign: await findForeignFrames(sequence.frames, colours) };
    },
  };
}

/** Returns the frames that are not completely in the color of one item. If `fades` is set, a frame may be a blend of two consecutive items. */
export async function findForeignFrames(
  frames: readonly Buffer[],
  colours: readonly Colour[],
  { fades = false } = {},
): Promise<ForeignFrame[]> {
  const allowed = fades ? colours.flatMap((colour, index) => blends(colour, colours[(index + 1) % colours.length] ?? colour)) : colours;
  const foreign: ForeignFrame[] = [];
  let hasStarted = false;
  for (const [index, frame] of frames.entries()) {
    const foreignColour = await findForeign(frame, allowed);
    hasStarted ||= !foreignColour;
    // The capture may start before the first item is shown.
    if (!foreignColour || !hasStarted) continue;
    const readNeighbour = async (neighbour: number) => readColour(frames[neighbour] ?? frame, foreignColour.at);
    foreign.push({ index, ...foreignColour, before: await readNeighbour(index - 1), after: await readNeighbour(index + 1) });
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

const readPixels = (frame: Buffer) =>
  sharp(frame).removeAlpha().resize(GRID.width, GRID.height, { kernel: 'nearest', fit: 'fill' }).raw().toBuffer();

async function readColour(frame: Buffer, at: string): Promise<number[]> {
  const [column = 0, row = 0] = at.split(',').map(Number);
  const start = (row * GRID.width + column) * 3;
  return [...(await readPixels(frame)).subarray(start, start + 3)];
}

async function findForeign(frame: Buffer, colours: readonly Colour[]): Promise<Pick<ForeignFrame, 'colour' | 'at'> | null> {
  const pixels = await readPixels(frame);
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
