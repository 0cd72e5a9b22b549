import { buildDeinterlaceFilters } from './field-order.ts';
import type { VideoFormat } from './sniff.ts';
import { buildDefaultColourFilters, buildGamutFilters, buildRenditionScaleFilters, isWideGamut } from './video-colours.ts';
import type { VideoProbe } from './video-tool-types.ts';

/** Pictures of a video with a longer side are not decoded. */
export const VIDEO_SIDE_MAX = 8192;
/** The short side of the rendition: 720p, lying or standing. */
const SHORT_SIDE = 720;
/** Slow-motion recordings play at this rate: no wall shows more. */
const MAX_FRAMES_PER_SECOND = 60;

/** A key frame at least this often, so that HLS can cut and people can seek. */
export const GOP_FRAMES = 60;
const VIDEO_ENCODER = { preset: 'veryfast', crf: 23, sc_threshold: 0 } as const;
/**
 * Reordered frames (B-frames) delay the picture by two frames. An MP4 compensates for that in its edit list, which HLS does not have, so at lower rates
 * they would delay it by seconds.
 */
const MIN_REORDERED_RATE = 5;

/** Returns the options of libx264, by their FFmpeg names. */
export const getEncoderOptions = ({ framesPerSecond }: VideoProbe): Record<string, string | number> =>
  framesPerSecond < MIN_REORDERED_RATE ? { ...VIDEO_ENCODER, bf: 0 } : VIDEO_ENCODER;
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
export function isUniversallyPlayable(probe: VideoProbe): boolean {
  return (
    COPYABLE_FORMATS.has(probe.format) &&
    (probe.fieldOrder === 'progressive' || probe.fieldOrder === 'unknown') &&
    probe.videoCodec === 'h264' &&
    (probe.pixelFormat === 'yuv420p' || probe.pixelFormat === 'yuvj420p') &&
    (probe.audioCodec === null || probe.audioCodec === 'aac') &&
    Math.min(probe.width, probe.height) <= SHORT_SIDE &&
    probe.width === probe.codedWidth &&
    probe.height === probe.codedHeight &&
    probe.framesPerSecond <= MAX_FRAMES_PER_SECOND * 1.01 &&
    probe.framesPerSecond >= MIN_REORDERED_RATE &&
    probe.uprightFilters.length === 0 &&
    !probe.isHdr &&
    !isWideGamut(probe)
  );
}

/** The size of the rendition: upright, even sides (4:2:0 needs them), never larger than the source. */
export function getRenditionSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SHORT_SIDE / Math.min(width, height));
  const even = (side: number) => Math.max(2, Math.floor((side * scale + 0.001) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Only drops frames. The filter `fps` also fills gaps with copies, which may be hours for two timestamps of a small file. */
const LIMIT_FRAME_RATE_FILTER = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(0.95 / MAX_FRAMES_PER_SECOND).toFixed(4)})'`;

/** Paints animated images on white, as prints do: any part may be transparent. `drawbox` with `replace` crashes FFmpeg 5.1 on rgba. */
export const WHITE_BACKGROUND_FILTER =
  'format=rgba,split[over][under];[under]lutrgb=r=255:g=255:b=255:a=255[white];[white][over]overlay=format=rgb';
const TRANSPARENT_CODECS: ReadonlySet<string> = new Set(['gif', 'apng', 'webp', 'webp_anim']);
const listBackgroundFilters = ({ videoCodec }: VideoProbe): string[] =>
  TRANSPARENT_CODECS.has(videoCodec) ? [WHITE_BACKGROUND_FILTER] : [];

/** From decoded frames to what the encoder takes. */
export function buildRenditionFilters(probe: VideoProbe): string {
  const { width, height } = getRenditionSize(probe);
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
