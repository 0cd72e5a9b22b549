import { startToolChild } from './tool-child.ts';
import type { HlsArgs, Mp4, Mp4Args, Poster, PosterArgs, VideoProbe, VideoSource } from './video-verbs.ts';

/** One video being worked on, in a child of its own. Errors are FILE_BROKEN and the like, with a reason for people. */
export interface VideoSession {
  probe(args: VideoSource): Promise<VideoProbe>;
  /** Writes a JPEG of an early frame, upright. */
  poster(args: PosterArgs): Promise<Poster>;
  /** Writes the MP4 that plays everywhere; `onProgress` hears 0 to 99. */
  mp4(args: Mp4Args, onProgress: (percent: number) => void): Promise<Mp4>;
  /** Writes main.m3u8, init.mp4 and the segments into a folder. */
  hls(args: HlsArgs): Promise<void>;
  close(): void;
}

export interface VideoTools {
  /** The session ends, with its child, when `signal` is aborted. */
  open(signal?: AbortSignal): VideoSession;
}

const ENTRY = new URL('./video-process.ts', import.meta.url);
/** Less urgent than answering people. */
const LIMITS = { memoryBytes: 4e9, fileBytes: 20e9, cpuS: 24 * 3600, priority: 10 };
const OPEN_TIMEOUT_MS = 60_000;
/** Encoding tells its progress with every percent, and one percent of a long 4K film takes minutes on a small machine. */
const ENCODE_SILENCE_MS = 10 * 60_000;

export function createVideoTools(): VideoTools {
  return {
    open(signal) {
      const child = startToolChild(ENTRY, LIMITS);
      const short = { silenceMs: OPEN_TIMEOUT_MS, signal };
      return {
        probe: (args) => child.call('probe', args, short),
        poster: (args) => child.call('poster', args, short),
        mp4: (args, onProgress) => child.call('mp4', args, { silenceMs: ENCODE_SILENCE_MS, signal, onProgress }),
        hls: (args) => child.call('hls', args, { silenceMs: ENCODE_SILENCE_MS, signal }),
        close: () => child.close(),
      };
    },
  };
}
