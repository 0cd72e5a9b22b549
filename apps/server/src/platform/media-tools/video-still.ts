import { Decoder, FilterAPI } from 'node-av/api';
import type { Frame, Stream } from 'node-av/lib';
import sharp from 'sharp';
import { AppError } from '../errors.ts';
import { computeThumbhash } from './thumbhash.ts';
import { resolveFieldOrder } from './video-examine.ts';
import { buildStillFilters } from './video-plan.ts';
import { openVideo } from './video-probe.ts';
import { STILL_LONG_SIDE } from './video-session.ts';
import { getStillAtMs } from './video-times.ts';
import type { Still, StillArgs } from './video-tool-types.ts';

const JPEG_QUALITY = 85;

/** Writes an upright JPEG of an early frame. FILE_BROKEN when no frame can be decoded. */
export async function extractStill(args: StillArgs): Promise<Still> {
  const { input, video, probe } = await openVideo(args);
  try {
    const fieldOrder = await resolveFieldOrder(args, probe);
    const atS = getStillAtMs(probe) / 1000;
    const decoder = await Decoder.create(video, { exitOnError: false });
    const filter = FilterAPI.create(buildStillFilters({ ...probe, fieldOrder }, STILL_LONG_SIDE));
    try {
      for await (const frame of filter.frames(skipToTime(atS, video, decoder.frames(input.packets(video.index))))) {
        if (frame) return { ...(await writeStill(frame.toBuffer(), frame.width, frame.height, args.target)), fieldOrder };
      }
    } finally {
      filter.close();
      decoder.close();
    }
    throw new AppError('FILE_BROKEN', 'This video can’t be decoded.');
  } finally {
    await input.close();
  }
}

/** Yields the frames from an instant on or, when the video ends before it, the last one. */
async function* skipToTime(atS: number, stream: Stream, frames: AsyncIterable<Frame | null>): AsyncGenerator<Frame | null> {
  let last: Frame | undefined;
  let isReached = false;
  for await (const frame of frames) {
    if (!frame) break;
    isReached ||= (Number(frame.pts - getStreamStart(stream)) * stream.timeBase.num) / stream.timeBase.den >= atS;
    if (isReached) {
      yield frame;
      continue;
    }
    last?.free();
    last = frame.clone() ?? undefined;
  }
  if (last && !isReached) yield* repeatFrame(last);
  yield null;
}

/** Deinterlacing compares a frame with the next one, and leaves a single frame unchanged. */
function* repeatFrame(frame: Frame): Generator<Frame> {
  const next = frame.clone();
  yield frame;
  if (!next) return;
  next.pts = frame.pts + 1n;
  yield next;
}

const getStreamStart = (stream: Stream): bigint => (stream.startTime > 0n ? stream.startTime : 0n);

async function writeStill(rgb: Buffer, width: number, height: number, target: string): Promise<Omit<Still, 'fieldOrder'>> {
  const picture = () => sharp(rgb, { raw: { width, height, channels: 3 } });
  await picture().jpeg({ quality: JPEG_QUALITY }).toFile(target);
  return { width, height, thumbhash: await computeThumbhash(picture()) };
}
