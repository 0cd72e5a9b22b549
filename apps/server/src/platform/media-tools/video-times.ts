import { AppError } from '../errors.ts';
import type { VideoFormat } from './sniff.ts';
import type { VideoProbe } from './video-tool-types.ts';

/** Times of one stream as FFmpeg reports them, in seconds; undefined when unknown. */
export interface StreamTimes {
  startS: number | undefined;
  durationS: number | undefined;
  /** The Matroska tag DURATION, `01:00:03.000000000`. */
  tag: string | undefined;
}

export interface FileTimes {
  format: VideoFormat;
  startS: number | undefined;
  durationS: number | undefined;
  video: StreamTimes;
  audio: StreamTimes | undefined;
}

export type VideoTimes = Pick<VideoProbe, 'durationMs' | 'pictureMs' | 'soundEndMs' | 'startMs' | 'pictureStartMs' | 'isDurationStated'>;

/** FFmpeg derives the durations of these formats from timestamps and bit rates, because their headers have none. */
const FORMATS_WITHOUT_DURATION: ReadonlySet<VideoFormat> = new Set(['mpegts', 'mpeg']);

/**
 * Measures each stream from its own start, so that a file whose timestamps begin at an hour is not an hour longer. A file lasts from the start of its first
 * stream to the end of its last one.
 */
export function measureTimes({ format, startS, durationS, video, audio }: FileTimes): VideoTimes {
  const used = audio ? [video, audio] : [video];
  const starts = used.flatMap((stream) => stream.startS ?? []);
  const fileStartS = starts.length > 0 ? Math.min(...starts) : (startS ?? 0);
  const offsetOf = (stream: StreamTimes) => (stream.startS ?? fileStartS) - fileStartS;
  const [pictureS, soundS] = used.map((stream) => measureStream(stream, fileStartS));
  const ends = [
    pictureS === undefined ? undefined : offsetOf(video) + pictureS,
    audio && soundS !== undefined ? offsetOf(audio) + soundS : undefined,
  ];
  const isEveryEndKnown = ends.slice(0, used.length).every((end) => end !== undefined);
  // Only Matroska writes the time at which the file ends in place of its duration.
  const whole = (format === 'matroska' ? withoutStart(durationS, startS ?? fileStartS) : durationS) ?? 0;
  return {
    durationMs: toMs(Math.max(...ends.map((end) => end ?? 0), isEveryEndKnown ? 0 : whole)),
    pictureMs: toMs(pictureS ?? 0),
    soundEndMs: toMs(ends[1] ?? 0),
    startMs: toMs(fileStartS),
    pictureStartMs: toMs(offsetOf(video)),
    isDurationStated: !FORMATS_WITHOUT_DURATION.has(format),
  };
}

const measureStream = ({ startS, durationS, tag }: StreamTimes, fileStartS: number): number | undefined =>
  durationS !== undefined && durationS > 0 ? durationS : withoutStart(parseClock(tag), startS ?? fileStartS);

/** Some writers state the time of the end instead of the duration. A duration shorter than the start cannot be such an end. */
function withoutStart(endS: number | undefined, startS: number): number | undefined {
  if (endS === undefined || endS <= 0) return undefined;
  return startS > 0 && endS > startS ? endS - startS : endS;
}

function parseClock(text: string | undefined): number | undefined {
  const parts = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(text ?? '');
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : undefined;
}

const toMs = (seconds: number) => Math.max(0, Math.round(seconds * 1000));

/** Throws FILE_BROKEN when the MP4 ends long before its source should: a truncated file may open and play up to there. */
export function assertComplete(source: VideoTimes, made: VideoTimes): void {
  if (made.pictureMs <= 0) throw new AppError('FILE_BROKEN', 'This video can’t be decoded.');
  if (!source.isDurationStated) return;
  // Without the length of the picture, only the longest streams can be compared.
  const [declaredMs, lastMs] = source.pictureMs > 0 ? [source.pictureMs, made.pictureMs] : [source.durationMs, made.durationMs];
  if (lastMs < declaredMs * 0.9 - 1000)
    throw new AppError('FILE_BROKEN', `The video is incomplete. It should last ${seconds(declaredMs)} but ends after ${seconds(lastMs)}.`);
}

/** A recording of an idle screen may have a single frame in this time. */
const MAX_STEP_MS = 5 * 60_000;
const TIMESTAMP_SLACK_MS = 60_000;

/** Throws FILE_BROKEN when a few frames have timestamps hours apart, because they would occupy a screen for as long. */
export function assertPlausibleTimestamps(frames: number, pictureMs: number): void {
  if (pictureMs > TIMESTAMP_SLACK_MS + frames * MAX_STEP_MS)
    throw new AppError('FILE_BROKEN', `This video has missing frames (${frames} frames in ${seconds(pictureMs)}).`);
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

/** Smaller differences are caused by encoders and stay within a frame of a slow camera. */
const MIN_HOLD_MS = 500;

/**
 * Returns by how many milliseconds the last picture of an MP4 must be shown longer, or shorter if negative. It lasts as long as the sound, because HLS lists
 * only the duration of the picture. In a video with few frames, FFmpeg may show it for as long as the average frame, which the source does not.
 */
export function getHoldMs(source: VideoTimes, { pictureMs, pictureStartMs, soundEndMs }: VideoTimes): number {
  const isTooLong = source.pictureMs > 0 && pictureMs - source.pictureMs >= MIN_HOLD_MS;
  const holdMs = Math.max(isTooLong ? source.pictureMs : pictureMs, soundEndMs - pictureStartMs) - pictureMs;
  return Math.abs(holdMs) >= MIN_HOLD_MS ? holdMs : 0;
}

/** Most videos open with a black frame, so the poster frame is taken from here, or from a tenth of a short video. */
const STILL_AT_MS = 1000;

/** Returns the time of the poster frame in milliseconds after the first picture. The video may end before it; then its last frame is used. */
export const getStillAtMs = ({ durationMs }: VideoTimes): number => Math.min(STILL_AT_MS, durationMs / 10);

/** Smaller differences are caused by rounding and by the delay of reordered frames. */
const MIN_TRIM_MS = 100;

/** Returns true when the edit list hides a part of the video stream, which lasts `storedS` seconds without it. */
export const isTrimmedBy = ({ pictureMs }: VideoTimes, storedS: number): boolean => Math.abs(storedS * 1000 - pictureMs) > MIN_TRIM_MS;
