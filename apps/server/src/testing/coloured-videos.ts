import type { VideoFormat } from '../platform/media-tools/sniff.ts';
import { aVideo, type VideoOptions } from './media-files.ts';

/** Videos of CORNERS whose stream states its colours, or leaves them to the player. */
export interface ColouredVideo {
  name: string;
  format: VideoFormat;
  isTranscoded: boolean;
  /** Matrix of a correct decode. */
  matrix: 'bt709' | 'bt601';
  make: () => Promise<Buffer>;
}

const [HD, SD] = [
  { width: 1280, height: 720 },
  { width: 320, height: 240 },
];
const SHORT = { seconds: 0.2, framesPerSecond: 25 } as const;
const colouredVideo = (options: VideoOptions) => () => aVideo({ ...SHORT, ...options });
const [HD_COLOURS, SD_COLOURS] = ['bt709', 'bt601'].map((matrix) => ({ matrix, isStated: false })) as [
  NonNullable<VideoOptions['colours']>,
  NonNullable<VideoOptions['colours']>,
];

export const COLOURED_VIDEOS: readonly ColouredVideo[] = [
  {
    name: 'HD without stated colours',
    format: 'mov',
    isTranscoded: false,
    matrix: 'bt709',
    make: colouredVideo({ ...HD, colours: HD_COLOURS }),
  },
  {
    name: 'SD without stated colours',
    format: 'mov',
    isTranscoded: false,
    matrix: 'bt601',
    make: colouredVideo({ ...SD, colours: SD_COLOURS }),
  },
  {
    name: 'HD without stated colours, to be encoded',
    format: 'matroska',
    isTranscoded: true,
    matrix: 'bt709',
    make: colouredVideo({ ...HD, container: 'matroska', codec: 'mpeg2video', colours: HD_COLOURS }),
  },
  {
    name: 'SD without stated colours, to be encoded',
    format: 'matroska',
    isTranscoded: true,
    matrix: 'bt601',
    make: colouredVideo({ ...SD, container: 'matroska', codec: 'mpeg4', colours: SD_COLOURS }),
  },
  {
    name: 'SD that states the colours of HD',
    format: 'mov',
    isTranscoded: false,
    matrix: 'bt709',
    make: colouredVideo({ ...SD, colours: { matrix: 'bt709', isStated: true } }),
  },
  {
    name: 'HD that states the colours of SD, to be scaled',
    format: 'mov',
    isTranscoded: true,
    matrix: 'bt601',
    make: colouredVideo({ width: 1600, height: 900, colours: { matrix: 'bt601', isStated: true } }),
  },
  {
    name: 'HD of all values, to be scaled',
    format: 'mov',
    isTranscoded: true,
    matrix: 'bt709',
    make: colouredVideo({ width: 1600, height: 900, colours: { ...HD_COLOURS, isFullRange: true } }),
  },
];

/** Frame rates of cameras, phones and screen recorders. */
export const FRAME_RATES = [5, 10, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60, 100, 120, 240] as const;
