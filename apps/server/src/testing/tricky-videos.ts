import type { VideoFormat } from '../platform/media-tools/sniff.ts';
import { aVideo, type VideoOptions } from './media-files.ts';

/** Small videos of the kinds that cameras, phones and recorders make, with what the product must make of them. */
export interface TrickyVideo {
  name: string;
  format: VideoFormat;
  make: () => Promise<Buffer>;
  /** Seconds, in the MP4 and in HLS. */
  durationS: number;
  isTranscoded: boolean;
}

const SMALL = { width: 160, height: 96 } as const;
const small = (options: VideoOptions) => () => aVideo({ ...SMALL, ...options });

export const TRICKY_VIDEOS: readonly TrickyVideo[] = [
  { name: 'a single frame', format: 'mov', make: small({ seconds: 0.04 }), durationS: 0.04, isTranscoded: false },
  {
    name: 'a picture that ends before its sound',
    format: 'mov',
    make: small({ seconds: 0.4, hasSound: true, soundS: 8 }),
    durationS: 8,
    isTranscoded: false,
  },
  {
    name: 'timestamps that begin at one hour',
    format: 'matroska',
    make: small({ container: 'matroska', seconds: 3, startS: 3600 }),
    durationS: 3,
    isTranscoded: false,
  },
  {
    name: 'three frames in five minutes',
    format: 'mov',
    make: small({ framesPerSecond: 0.01, seconds: 300 }),
    durationS: 300,
    isTranscoded: true,
  },
  {
    name: 'an edit list that hides the first four seconds',
    format: 'mov',
    make: async () => trimStart(await aVideo({ ...SMALL, seconds: 6, startS: 0 }), 4),
    durationS: 2,
    isTranscoded: true,
  },
];

const CONTAINERS: readonly [string, VideoFormat, VideoOptions][] = [
  ['MTS, TS', 'mpegts', { container: 'mpegts' }],
  ['M2TS', 'mpegts', { container: 'mpegts', muxerOptions: { mpegts_m2ts_mode: '1' } }],
  ['MPG', 'mpeg', { container: 'mpeg', codec: 'mpeg2video' }],
  ['VOB', 'mpeg', { container: 'vob', codec: 'mpeg2video' }],
  ['WMV', 'asf', { container: 'asf', codec: 'wmv2' }],
  ['FLV', 'flv', { container: 'flv', codec: 'flv' }],
  ['FLV with H.264', 'flv', { container: 'flv' }],
  ['AVIF sequence', 'mov', { container: 'avif', codec: 'libsvtav1' }],
  ['3GP', 'mov', { container: '3gp', codec: 'mpeg4' }],
  // Theora writes empty packets for frames without change, which this muxer leaves out.
  ['OGV', 'ogg', { container: 'ogg', codec: 'libtheora', width: 320, height: 192, zoom: 1.2 }],
];

/** More of the same kinds, for the slow tests. */
export const FURTHER_VIDEOS: readonly TrickyVideo[] = [
  {
    name: 'a Matroska file whose picture ends before its sound',
    format: 'matroska',
    make: small({ container: 'matroska', seconds: 0.4, hasSound: true, soundS: 8 }),
    durationS: 8,
    isTranscoded: false,
  },
  {
    name: 'timestamps that begin at one hour, to be encoded',
    format: 'matroska',
    make: small({ container: 'matroska', codec: 'mpeg4', seconds: 3, startS: 3600 }),
    durationS: 3,
    isTranscoded: true,
  },
];

/** Two seconds in each container that cameras and old computers write. */
export const CONTAINER_VIDEOS: readonly TrickyVideo[] = CONTAINERS.map(([name, format, options]) => ({
  name,
  format,
  make: small({ seconds: 2, ...options }),
  durationS: 2,
  isTranscoded: true,
}));

/** Sets the edit list of a video's first track, which the muxer writes for reordered frames, to begin `seconds` later (ISO/IEC 14496-12, 8.6.6). */
export function trimStart(film: Buffer, seconds: number): Buffer {
  const trimmed = Buffer.from(film);
  const [movieScale, trackScale] = ['mvhd', 'mdhd'].map((type) => trimmed.readUInt32BE(trimmed.indexOf(type) + 4 + 12));
  // Version 0: flags, count, then duration, media time and rate.
  const entry = trimmed.indexOf('elst') + 4 + 8;
  trimmed.writeUInt32BE(trimmed.readUInt32BE(entry) - seconds * (movieScale ?? 0), entry);
  trimmed.writeInt32BE(trimmed.readInt32BE(entry + 4) + seconds * (trackScale ?? 0), entry + 4);
  return trimmed;
}
