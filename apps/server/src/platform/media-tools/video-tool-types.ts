import type { MediaMetadata } from './media-metadata.ts';
import type { VideoFormat } from './sniff.ts';

export interface VideoProbe {
  /** Pixels as they are stored, before rotation. */
  codedWidth: number;
  codedHeight: number;
  /** Pixels, upright and square. */
  width: number;
  height: number;
  durationMs: number;
  videoCodec: string;
  audioCodec: string | null;
  pixelFormat: string;
  framesPerSecond: number;
  isHdr: boolean;
  /** FFmpeg filters that rotate the stored frames upright. */
  uprightFilters: string[];
  /** Metadata without the name of the place. */
  facts: MediaMetadata;
}

export interface VideoSource {
  source: string;
  format: VideoFormat;
}

export interface StillArgs extends VideoSource {
  target: string;
}

export interface Still {
  width: number;
  height: number;
  thumbhash: string;
}

export interface Mp4Args extends VideoSource {
  target: string;
}

export interface Mp4 {
  width: number;
  height: number;
  durationMs: number;
  /** False when the pictures and sounds were taken over as they are. */
  isTranscoded: boolean;
}

export interface HlsArgs {
  /** An MP4 of ours. */
  source: string;
  /** A folder that exists. */
  target: string;
}
