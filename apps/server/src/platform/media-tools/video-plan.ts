import { buildDeinterlaceFilters } from './field-order.ts';
import type { VideoFormat } from './sniff.ts';
import { buildDefaultColourFilters, buildGamutFilters, buildRenditionScaleFilters, isWideGamut } from './video-colours.ts';
import type { VideoProbe, VideoQuality } from './video-tool-types.ts';

/** Pictures of a video with a longer side are not decoded. */
export const VIDEO_SIDE_MAX = 8192;
/** Slow-motion recordings play at this rate: no wall shows more. */
const MAX_FRAMES_PER_SECOND = 60;

/** A key frame at least this often, so that HLS can cut and people can seek. */
export const GOP_FRAMES = 60;
const VIDEO_ENCODER = { preset: 'veryfast', crf: 23, sc_threshold: 0 } as const;

/** Box that a rendition fits into, by its longer and its shorter side, and the limits of its stream. */
interface RenditionPlan {
  longSide: number;
  shortSide: number;
  /** Additional options of libx264 for a frame rate, by their FFmpeg names. */
  encoderOptions(framesPerSecond: number): Record<string, string | number>;
  /** Returns true when decoders that play the rendition also play this stream of the source. */
  fitsStream(probe: VideoProbe): boolean;
}

/** Level 4.0 of H.264 decodes 1080p at up to 30 frames per second, and level 4.2 at up to 64. */
const isFast = (framesPerSecond: number): boolean => framesPerSecond > 30 * 1.01;
/** Levels as FFmpeg numbers them. */
const getMaxLevel = (framesPerSecond: number): number => (isFast(framesPerSecond) ? 42 : 40);
/** Bit rates that a TV's network and storage can handle, in kilobits per second. */
const getMaxKilobits = (framesPerSecond: number): number => (isFast(framesPerSecond) ? 18_000 : 12_000);
/** Profiles that every decoder of High plays. */
const COPYABLE_PROFILES: ReadonlySet<string> = new Set(['Constrained Baseline', 'Main', 'High']);

const RENDITION_PLANS: Record<VideoQuality, RenditionPlan> = {
  '720': { longSide: Number.POSITIVE_INFINITY, shortSide: 720, encoderOptions: () => ({}), fitsStream: () => true },
  // The limits of hardware decoders in TVs: the High profile, and no side beyond 1920.
  '1080': {
    longSide: 1920,
    shortSide: 1080,
    encoderOptions: (framesPerSecond) => ({
      profile: 'high',
      level: getMaxLevel(framesPerSecond) / 10,
      maxrate: `${getMaxKilobits(framesPerSecond)}k`,
      bufsize: `${2 * getMaxKilobits(framesPerSecond)}k`,
    }),
    fitsStream: ({ framesPerSecond, level, profile, kilobitsPerSecond }) =>
      COPYABLE_PROFILES.has(profile) &&
      level > 0 &&
      level <= getMaxLevel(framesPerSecond) &&
      kilobitsPerSecond > 0 &&
      kilobitsPerSecond <= getMaxKilobits(framesPerSecond),
  },
};

/**
 * Reordered frames (B-frames) delay the picture by two frames. An MP4 compensates for that in its edit list, which HLS does not have, so at lower rates
 * they would delay it by seconds.
 */
const MIN_REORDERED_RATE = 5;

/** Returns the options of libx264, by their FFmpeg names. */
export const getEncoderOptions = ({ framesPerSecond }: VideoProbe, quality: VideoQuality = '720'): Record<string, string | number> => ({
  ...VIDEO_ENCODER,
  ...RENDITION_PLANS[quality].encoderOptions(framesPerSecond),
  ...(framesPerSecond < MIN_REORDERED_RATE && { bf: 0 }),
});
export const AUDIO_BITRATE = '128k';
export const AUDIO_FILTER = 'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo';
export const HLS_SEGMENT_S = 4;

/** Filters that the plans below use: an installed FFmpeg must have all of them. */
export const USED_FILTERS =
  'aformat aresample bwdif format hflip idet lutrgb metadata overlay scale select setparams setsar split tonemap transpose vflip zscale'.split(
    ' ',
  );
/** Bitstream filters that an installed FFmpeg must have. */
export const USED_BITSTREAM_FILTERS = ['setts'];

/** The timestamps of other containers may jump or be missing, which only encoding corrects. */
const COPYABLE_FORMATS: ReadonlySet<VideoFormat> = new Set(['mov', 'matroska']);

/**
 * Returns true when every browser and screen plays the streams, so that nothing has to be encoded. The caller must have determined the field order, and
 * must also check the edit list of an MP4 or MOV: HLS and some players ignore it.
 */
export function isUniversallyPlayable(probe: VideoProbe, quality: VideoQuality = '720'): boolean {
  const plan = RENDITION_PLANS[quality];
  return (
    COPYABLE_FORMATS.has(probe.format) &&
    (probe.fieldOrder === 'progressive' || probe.fieldOrder === 'unknown') &&
    probe.videoCodec === 'h264' &&
    (probe.pixelFormat === 'yuv420p' || probe.pixelFormat === 'yuvj420p') &&
    (probe.audioCodec === null || probe.audioCodec === 'aac') &&
    Math.min(probe.width, probe.height) <= plan.shortSide &&
    Math.max(probe.width, probe.height) <= plan.longSide &&
    plan.fitsStream(probe) &&
    probe.width === probe.codedWidth &&
    probe.height === probe.codedHeight &&
    probe.framesPerSecond <= MAX_FRAMES_PER_SECOND * 1.01 &&
    probe.framesPerSecond >= MIN_REORDERED_RATE &&
    probe.uprightFilters.length === 0 &&
    !probe.isHdr &&
    !isWideGamut(probe)
  );
}

interface Size {
  width: number;
  height: number;
}

/** Returns the size of the rendition: upright, even sides (4:2:0 needs them), never larger than the source. */
export function getRenditionSize({ width, height }: Size, quality: VideoQuality = '720'): Size {
  const { longSide, shortSide } = RENDITION_PLANS[quality];
  const scale = Math.min(1, shortSide / Math.min(width, height), longSide / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.floor((side * scale + 0.001) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Shorter side from which a source has the resolution of 1080p. */
const MIN_1080_SIDE = 1000;
/** A 1080p copy with fewer pixels than this multiple of the 720p rendition, as of a very wide video, is not worth its space. */
const MIN_1080_GAIN = 1.4;
const countPixels = ({ width, height }: Size): number => width * height;

/** Returns true when a source of this upright size gets a 1080p copy in addition to the 720p rendition. */
export const has1080p = (source: Size): boolean =>
  Math.min(source.width, source.height) >= MIN_1080_SIDE &&
  countPixels(getRenditionSize(source, '1080')) >= MIN_1080_GAIN * countPixels(getRenditionSize(source, '720'));

/** Only drops frames. The filter `fps` also fills gaps with copies, which may be hours for two timestamps of a small file. */
const LIMIT_FRAME_RATE_FILTER = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(0.95 / MAX_FRAMES_PER_SECOND).toFixed(4)})'`;

/** Paints animated images on white, as prints do: any part may be transparent. `drawbox` with `replace` crashes FFmpeg 5.1 on rgba. */
export const WHITE_BACKGROUND_FILTER =
  'format=rgba,split[over][under];[under]lutrgb=r=255:g=255:b=255:a=255[white];[white][over]overlay=format=rgb';
const TRANSPARENT_CODECS: ReadonlySet<string> = new Set(['gif', 'apng', 'webp', 'webp_anim']);
const listBackgroundFilters = ({ videoCodec }: VideoProbe): string[] =>
  TRANSPARENT_CODECS.has(videoCodec) ? [WHITE_BACKGROUND_FILTER] : [];

/** From decoded frames to what the encoder takes. */
export function buildRenditionFilters(probe: VideoProbe, quality: VideoQuality = '720'): string {
  const { width, height } = getRenditionSize(probe, quality);
  const slower = probe.framesPerSecond > MAX_FRAMES_PER_SECOND * 1.01 ? [LIMIT_FRAME_RATE_FILTER] : [];
  return [
    ...buildDefaultColourFilters(probe),
    ...buildDeinterlaceFilters(probe),
    ...slower,
    ...listBackgroundFilters(probe),
    ...probe.uprightFilters,
    ...buildRenditionScaleFilters(probe, `${width}:${height}`),
  ].join(',');
}

/** From decoded frames to a still picture of at most `longSide` pixels. */
export function buildStillFilters(probe: VideoProbe, longSide: number): string {
  const scale = Math.min(1, longSide / Math.max(probe.width, probe.height));
  const size = [probe.width, probe.height].map((side) => Math.max(1, Math.round(side * scale))).join(':');
  return [
    ...buildDefaultColourFilters(probe),
    ...buildDeinterlaceFilters(probe),
    ...listBackgroundFilters(probe),
    ...probe.uprightFilters,
    `scale=${size}`,
    'setsar=1',
    ...buildGamutFilters(probe),
    'format=rgb24',
  ].join(',');
}

/**
 * The filters that undo a display matrix, nine 32-bit numbers from the container: [a b u; c d v; x y w], of which
 * a, b, c and d turn and mirror. Only quarter turns happen in practice.
 */
export function buildUprightFilters(matrix: readonly number[] | undefined): string[] {
  if (!matrix) return [];
  const [a = 0, b = 0, , c = 0, d = 0] = matrix;
  const clockwise = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  if (clockwise === 90) return [c > 0 ? 'transpose=cclock_flip' : 'transpose=clock'];
  if (clockwise === 180) return [...(a < 0 ? ['hflip'] : []), ...(d < 0 ? ['vflip'] : [])];
  if (clockwise === 270) return [c < 0 ? 'transpose=clock_flip' : 'transpose=cclock'];
  return d < 0 ? ['vflip'] : [];
}

export const swapsSides = (filters: readonly string[]): boolean => filters.some((filter) => filter.startsWith('transpose'));
