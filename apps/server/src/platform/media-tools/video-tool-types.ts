import type { MediaMetadata } from './media-metadata.ts';
import type { VideoFormat } from './sniff.ts';

/** Field that is shown first, or `progressive` for whole frames. */
export type FieldOrder = 'progressive' | 'top' | 'bottom' | 'unknown';

/** Colours that a video stream states, by their names in FFmpeg. Undefined when unstated, or without a filter that converts them. */
export interface VideoColours {
  matrix: string | undefined;
  primaries: string | undefined;
  transfer: string | undefined;
}

/** Renditions of a video, by their names in `keys` of the API. */
export type VideoQuality = '720' | '1080';

export interface VideoProbe {
  /** The container. */
  format: VideoFormat;
  /** Pixels as they are stored, before rotation. */
  codedWidth: number;
  codedHeight: number;
  /** Pixels, upright and square. */
  width: number;
  height: number;
  /** Time from the start of the first stream to the end of the last one; 0 when the file does not state it. */
  durationMs: number;
  /** Duration of the video stream, from its first picture; 0 when the file does not state it. */
  pictureMs: number;
  /** Time from the start of the file to the end of its audio; 0 without audio. */
  soundEndMs: number;
  /** Timestamp at which the first stream starts, in milliseconds. */
  startMs: number;
  /** Time between the start of the file and its first picture, in milliseconds. */
  pictureStartMs: number;
  /** False when FFmpeg estimates the durations, as it does for MPEG streams. */
  isDurationStated: boolean;
  videoCodec: string;
  /** Profile and level of the video stream by FFmpeg's names: `High`, 41 for level 4.1. Other codecs number their levels differently; negative when unknown. */
  profile: string;
  level: number;
  /** Average bit rate of the whole file; 0 when unknown. */
  kilobitsPerSecond: number;
  audioCodec: string | null;
  pixelFormat: string;
  framesPerSecond: number;
  /** Order of the fields as the stream states it. */
  fieldOrder: FieldOrder;
  colours: VideoColours;
  isHdr: boolean;
  /** FFmpeg filters that rotate the stored frames upright. */
  uprightFilters: string[];
  /** Metadata without the name of the place. */
  facts: MediaMetadata;
}

export interface VideoSource {
  source: string;
  format: VideoFormat;
  /** Order of the fields if an earlier step has examined the frames. */
  fieldOrder?: FieldOrder;
}

export interface StillArgs extends VideoSource {
  target: string;
}

export interface Still {
  width: number;
  height: number;
  thumbhash: string;
  /** Order of the fields as the frames show it. */
  fieldOrder: FieldOrder;
}

export interface Mp4Args extends VideoSource {
  target: string;
  /** 720 unless given. */
  quality?: VideoQuality;
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
