import { type AspectRatios, MIN_RATIO } from './media-sizes.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Positions of all tiles of an album, in CSS pixels. Typed arrays keep 100,000 tiles at about a megabyte. */
export interface Masonry {
  columns: number;
  columnWidth: number;
  gap: number;
  height: number;
  /** Top of each tile. Never decreases from one tile to the next, because each tile goes to the shortest column. */
  ys: Float64Array;
  heights: Float32Array;
  columnOf: Uint8Array;
}

/**
 * Places each picture in the column that is shortest so far, keeping its aspect ratio.
 * The page follows the order of the list as far as the columns allow.
 */
export function layoutMasonry(ratios: AspectRatios, containerWidth: number, columns: number, gap: number): Masonry {
  const columnWidth = (containerWidth - gap * (columns - 1)) / columns;
  const count = ratios.length;
  const masonry: Masonry = {
    columns,
    columnWidth,
    gap,
    height: 0,
    ys: new Float64Array(count),
    heights: new Float32Array(count),
    columnOf: new Uint8Array(count),
  };
  const bottoms = new Float64Array(columns);
  for (let index = 0; index < count; index += 1) {
    const column = findShortestColumn(bottoms);
    const y = bottoms[column] ?? 0;
    const height = Math.round(columnWidth / (ratios[index] ?? 1));
    masonry.ys[index] = y;
    masonry.heights[index] = height;
    masonry.columnOf[index] = column;
    bottoms[column] = y + height + gap;
  }
  masonry.height = Math.max(0, ...bottoms.map((bottom) => bottom - gap));
  return masonry;
}

function findShortestColumn(bottoms: Float64Array): number {
  let best = 0;
  for (let column = 1; column < bottoms.length; column += 1) if ((bottoms[column] ?? 0) < (bottoms[best] ?? 0)) best = column;
  return best;
}

export function getTileBox({ ys, heights, columnOf, columnWidth, gap }: Masonry, index: number): Box {
  return { x: (columnOf[index] ?? 0) * (columnWidth + gap), y: ys[index] ?? 0, width: columnWidth, height: heights[index] ?? 0 };
}

/** Returns a half-open range of indexes that contains all tiles between `top` and `bottom`. A few tiles in it may lie outside. */
export function findTilesInRange(masonry: Masonry, top: number, bottom: number): { from: number; to: number } {
  const tallest = masonry.columnWidth / MIN_RATIO + 1;
  return { from: lowerBound(masonry.ys, top - tallest), to: lowerBound(masonry.ys, bottom) };
}

/** Returns the first index whose y is at least `y`. */
function lowerBound(ys: Float64Array, y: number): number {
  let low = 0;
  let high = ys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ys[middle] ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the tiles that touch a rectangle. */
export function findTilesInBox(masonry: Masonry, { x, y, width, height }: Box): number[] {
  const { from, to } = findTilesInRange(masonry, y, y + height);
  const found: number[] = [];
  for (let index = from; index < to; index += 1) {
    const box = getTileBox(masonry, index);
    const isApart = box.x > x + width || box.x + box.width < x || box.y > y + height || box.y + box.height < y;
    if (!isApart) found.push(index);
  }
  return found;
}

/** Returns the index before which dropped media are inserted: the tile under the point, or the next tile when the point is on its right half. */
export function getDropIndex(masonry: Masonry, x: number, y: number): number {
  const count = masonry.ys.length;
  const [under] = findTilesInBox(masonry, { x, y, width: 0, height: 0 });
  if (under === undefined) return y >= masonry.height ? count : findNearestTile(masonry, x, y);
  const box = getTileBox(masonry, under);
  return x > box.x + box.width / 2 ? under + 1 : under;
}

function findNearestTile(masonry: Masonry, x: number, y: number): number {
  const { from, to } = findTilesInRange(masonry, y - masonry.columnWidth, y + masonry.columnWidth);
  let best = Math.min(from, masonry.ys.length);
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index += 1) {
    const box = getTileBox(masonry, index);
    const distance = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** Returns the tile to focus after an arrow key: left and right follow the order, up and down the column. */
export function getNextTile(masonry: Masonry, index: number, key: ArrowKey): number {
  const last = masonry.ys.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(0, index - 1);
  if (key === 'ArrowRight') return Math.min(last, index + 1);
  const step = key === 'ArrowUp' ? -1 : 1;
  for (let next = index + step; next >= 0 && next <= last; next += step) {
    if (masonry.columnOf[next] === masonry.columnOf[index]) return next;
  }
  return index;
}

/** Minimum tile width, in CSS pixels. A narrower page has fewer columns. */
const MIN_TILE_WIDTH = 160;

/** Returns the number of columns: five on a wide page, four next to a side panel (specification 2 §9), fewer on narrow pages. */
export const getColumnCount = (containerWidth: number, hasPanel: boolean): number =>
  Math.max(2, Math.min(hasPanel ? 4 : 5, Math.floor(containerWidth / MIN_TILE_WIDTH)));
