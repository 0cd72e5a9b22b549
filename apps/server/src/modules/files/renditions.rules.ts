import type { Rotation } from '@vitrine/contract';

/** Minimum ratio of the sides of an HD copy to those of a rendition that is made from it. Closer sizes would show that the copy was compressed. */
const MIN_REDUCTION = 1.5;

export interface RenditionSource {
  /** Id of the file that names the rendition. */
  id: string;
  storageKey: string;
  isSlow: boolean;
  /** True for still images of widgets, which are drawn again when their data changes. */
  isReplaceable: boolean;
  /** Original whose metadata a downloaded copy gets. */
  originalKey: string;
  /** Copy of a photo that is decoded faster. It is upright and not turned. */
  hdCopy: { storageKey: string; width: number; height: number } | undefined;
}

export interface RenditionBox {
  width?: number;
  height?: number;
  fit: 'cover' | 'inside';
  turn: Rotation;
}

/** Returns the file that a rendition is made of: the HD copy of a photo if it is large enough, so that the original is not decoded again. */
export function chooseRenditionFile(source: RenditionSource, box: RenditionBox): Pick<RenditionSource, 'storageKey' | 'isSlow'> {
  const { storageKey, isSlow, hdCopy } = source;
  const isReduced = hdCopy !== undefined && getScale(hdCopy, box) * MIN_REDUCTION <= 1;
  return isReduced ? { storageKey: hdCopy.storageKey, isSlow: false } : { storageKey, isSlow };
}

/** Returns the size of the rendition as a factor of the picture's size. Infinity: the rendition is not resized. */
function getScale(picture: { width: number; height: number }, { width, height, fit, turn }: RenditionBox): number {
  const [ownWidth, ownHeight] = turn % 180 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  const scales = [width, height].flatMap((side, at) => (side ? [side / (at === 0 ? ownWidth : ownHeight)] : []));
  if (scales.length === 0) return Number.POSITIVE_INFINITY;
  return fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
}
