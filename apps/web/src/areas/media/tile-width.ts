import { TILE_WIDTHS } from '@vitrine/contract/limits';

/** A difference that only screens with far more pixels than points can show. */
const DENSE = 1.2;

/** Returns the width to request for a tile: an existing one, if that is wide enough. */
export function getTileWidth(width: number, devicePixelRatio: number): number {
  const pixels = Math.ceil(width * (devicePixelRatio > DENSE ? 2 : 1));
  return TILE_WIDTHS.find((ready) => ready >= pixels) ?? pixels;
}
