import type { ToolLimits } from './limited-spawn.ts';
import type { HlsArgs, Mp4, Mp4Args, Still, StillArgs, VideoProbe, VideoSource } from './video-verbs.ts';

/** One video being worked on. Errors are FILE_BROKEN and the like, with a reason for people. */
export interface VideoSession {
  probe(args: VideoSource): Promise<VideoProbe>;
  /** Writes a JPEG of an early frame, upright. */
  still(args: StillArgs): Promise<Still>;
  /** Writes the MP4 that plays everywhere; `onProgress` gets 0 to 99. */
  mp4(args: Mp4Args, onProgress: (percent: number) => void): Promise<Mp4>;
  /** Writes main.m3u8, init.mp4 and the segments into a folder. */
  hls(args: HlsArgs): Promise<void>;
  close(): void;
}

/** Less urgent than answering people. */
export const VIDEO_LIMITS: ToolLimits = { memoryBytes: 4e9, fileBytes: 20e9, cpuS: 24 * 3600, priority: 10 };
export const OPEN_TIMEOUT_MS = 60_000;
/** Encoding reports every percent, and one percent of a long 4K film takes minutes on a small machine. */
export const ENCODE_SILENCE_MS = 10 * 60_000;
/** Openings are often black: the still comes from here, or from a tenth of a short video. */
export const STILL_AT_S = 1;
export const STILL_LONG_SIDE = 1920;
