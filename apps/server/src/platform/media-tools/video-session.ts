import { decoderMemoryBytes } from './decoder-memory.ts';
import type { ToolLimits } from './limited-spawn.ts';
import type { VideoFormat } from './sniff.ts';
import type { HlsArgs, Mp4, Mp4Args, Still, StillArgs, VideoProbe, VideoSource } from './video-tool-types.ts';

/** Purpose and limits of a session. */
export interface VideoWork {
  /** Size of the source, which decides the limits. */
  sizeBytes: number;
  format: VideoFormat;
  /** True for background work, which gets the lowest priority. */
  isIdle?: boolean;
  /** When it is aborted the session ends, with what it runs. */
  signal?: AbortSignal;
}

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

/** As in nice(1). Less urgent than responses to users, and idle work less than other videos. */
const PRIORITY = 10;
const IDLE_PRIORITY = 19;
const MEMORY_BYTES = decoderMemoryBytes(4e9);
const MAX_FILE_BYTES = 20e9;
const MAX_CPU_S = 24 * 3600;
/** Far beyond what the slowest machine needs for a recording of low quality. */
const CPU_S_PER_MB = 120;
const BASE_CPU_S = 120;
/** A rendition is larger than its source where that is compressed by a better codec. */
const MAX_SIZE_GROWTH = 20;
const BASE_FILE_BYTES = 64e6;

/** Limits for a video of this size: a small file that claims to be long is ended early. */
export const getVideoLimits = ({ sizeBytes, isIdle }: Pick<VideoWork, 'sizeBytes' | 'isIdle'>): ToolLimits => ({
  memoryBytes: MEMORY_BYTES,
  fileBytes: Math.min(MAX_FILE_BYTES, BASE_FILE_BYTES + MAX_SIZE_GROWTH * sizeBytes),
  cpuS: Math.min(MAX_CPU_S, BASE_CPU_S + Math.ceil((CPU_S_PER_MB * sizeBytes) / 1e6)),
  priority: isIdle ? IDLE_PRIORITY : PRIORITY,
});
export const OPEN_TIMEOUT_MS = 60_000;
/** Encoding reports every percent, and one percent of a long 4K film takes minutes on a small machine. */
export const ENCODE_SILENCE_TIMEOUT_MS = 10 * 60_000;
export const STILL_LONG_SIDE = 1920;
