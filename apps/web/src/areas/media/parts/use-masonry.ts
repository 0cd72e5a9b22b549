import { useMemo } from 'react';
import type { AspectRatios } from '../aspect-ratios.ts';
import { layoutMasonry, type Masonry } from '../masonry.ts';

const NONE: AspectRatios = new Float32Array(0);

/** Laid out again only when the shapes or the width change: 100,000 tiles are a few milliseconds. */
export function useMasonry(ratios: AspectRatios = NONE, width: number, columns: number, gap: number): Masonry {
  return useMemo(() => layoutMasonry(width > 0 ? ratios : NONE, width, columns, gap), [ratios, width, columns, gap]);
}
