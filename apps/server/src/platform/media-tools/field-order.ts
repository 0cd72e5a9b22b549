import type { FieldOrder, VideoProbe } from './video-tool-types.ts';

/** Frames that the filter `idet` attributes to each order. */
export interface FieldCounts {
  top: number;
  bottom: number;
  progressive: number;
}

/** Frames that `idet` examines: four seconds of PAL, which is enough to contain motion. */
export const IDET_FRAMES = 100;
export const IDET_KEY = 'lavfi.idet.multiple.current_frame';

/** Cameras and broadcasts use interlaced video in these heights and at most 30 frames per second. */
const INTERLACED_HEIGHTS: ReadonlySet<number> = new Set([480, 486, 512, 576, 608, 1035, 1080, 1088]);
const MAX_INTERLACED_RATE = 30.5;
const INTERLACED_CODECS: ReadonlySet<string> = new Set(
  'h264 mpeg2video mpeg4 dvvideo vc1 wmv3 prores dnxhd mjpeg ffv1 rawvideo v210 huffyuv'.split(' '),
);

type Stated = Pick<VideoProbe, 'fieldOrder' | 'videoCodec' | 'codedHeight' | 'framesPerSecond'>;

/** Returns true when the stream may be interlaced, so that its frames must be examined before it is copied or encoded. */
export function mayBeInterlaced({ fieldOrder, videoCodec, codedHeight, framesPerSecond }: Stated): boolean {
  if (fieldOrder === 'top' || fieldOrder === 'bottom') return true;
  return INTERLACED_CODECS.has(videoCodec) && INTERLACED_HEIGHTS.has(codedHeight) && framesPerSecond <= MAX_INTERLACED_RATE;
}

/** Fewer frames than these are noise or a still scene. */
const MIN_EVIDENCE_FRAMES = 8;

/**
 * Combines what the stream states with what its frames show. Frames decide about the order of fields, and reveal interlaced video that is marked as
 * progressive. They cannot prove that a marked stream is progressive, because it may begin with a still scene.
 */
export function decideFieldOrder(stated: FieldOrder, { top, bottom, progressive }: FieldCounts): FieldOrder {
  const [first, other] = [Math.max(top, bottom), Math.min(top, bottom)];
  const isClear = first >= MIN_EVIDENCE_FRAMES && first > other * 3;
  const shown = top > bottom ? 'top' : 'bottom';
  if (stated === 'top' || stated === 'bottom') return isClear ? shown : stated;
  return isClear && first > progressive ? shown : 'progressive';
}

/** Counts the lines `lavfi.idet.multiple.current_frame=tff` that the filter `metadata` prints. */
export function countFields(frames: readonly string[]): FieldCounts {
  const count = (kind: string) => frames.filter((frame) => frame === kind).length;
  return { top: count('tff'), bottom: count('bff'), progressive: count('progressive') };
}

/** Filters that make whole frames, at the same rate, of frames with two fields. */
export const buildDeinterlaceFilters = ({ fieldOrder }: Pick<VideoProbe, 'fieldOrder'>): string[] =>
  fieldOrder === 'top' || fieldOrder === 'bottom' ? [`bwdif=mode=send_frame:parity=${fieldOrder === 'top' ? 'tff' : 'bff'}:deint=all`] : [];
