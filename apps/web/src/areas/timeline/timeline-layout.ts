import type { TimelineMonth } from '@vitrine/contract/timeline';
import type { ArrowKey, Box } from '../media/masonry.ts';
import { type AspectRatios, decodeAspectRatios } from '../media/media-sizes.ts';

/** A month and the range of its media. */
export interface TimelineSection {
  month: string;
  /** Index of the month's newest media. */
  start: number;
  count: number;
}

export interface TimelineShape {
  sections: TimelineSection[];
  count: number;
  /** Aspect ratios of all media, newest first. */
  ratios: AspectRatios;
}

export function createTimelineShape(months: readonly TimelineMonth[]): TimelineShape {
  const count = months.reduce((sum, month) => sum + month.count, 0);
  const ratios: AspectRatios = new Float32Array(count);
  let start = 0;
  const sections = months.map((month) => {
    ratios.set(decodeAspectRatios(month.ratios), start);
    start += month.count;
    return { month: month.month, start: start - month.count, count: month.count };
  });
  return { sections, count, ratios };
}

/** Positions of all tiles, in CSS pixels. Rows have the width of the page, and each month has a title. Typed arrays save memory, as in `Masonry`. */
export interface TimelineLayout {
  sections: TimelineSection[];
  /** Offset of each section's title. */
  tops: number[];
  height: number;
  rowHeight: number;
  xs: Float32Array;
  /** Top of each tile. Never decreases from one tile to the next. */
  ys: Float64Array;
  widths: Float32Array;
  heights: Float32Array;
}

export interface LayoutOptions {
  width: number;
  /** Maximum height of a row. */
  rowHeight: number;
  gap: number;
  titleHeight: number;
}

export function layoutTimeline({ sections, count, ratios }: TimelineShape, options: LayoutOptions): TimelineLayout {
  const { rowHeight, gap, titleHeight } = options;
  const layout: TimelineLayout = {
    sections,
    tops: [],
    height: 0,
    rowHeight,
    xs: new Float32Array(count),
    ys: new Float64Array(count),
    widths: new Float32Array(count),
    heights: new Float32Array(count),
  };
  let y = 0;
  for (const { start, count: length } of sections) {
    layout.tops.push(y);
    y += titleHeight;
    for (let from = start; from < start + length; ) {
      const row = fillRow(ratios, from, start + length, options);
      placeRow(layout, ratios, { from, y, gap, ...row });
      y += row.height + gap;
      from = row.to;
    }
  }
  layout.height = Math.max(0, y - gap);
  return layout;
}

/** Takes media until they fill the width at the maximum height or less. The incomplete last row of a month has the maximum height. */
function fillRow(
  ratios: AspectRatios,
  from: number,
  end: number,
  { width, rowHeight, gap }: LayoutOptions,
): { to: number; height: number } {
  let sum = 0;
  for (let to = from; to < end; to += 1) {
    sum += ratios[to] ?? 1;
    const height = (width - gap * (to - from)) / sum;
    if (height <= rowHeight) return { to: to + 1, height: Math.round(height) };
  }
  return { to: end, height: rowHeight };
}

interface Row {
  from: number;
  to: number;
  y: number;
  height: number;
  gap: number;
}

function placeRow(layout: TimelineLayout, ratios: AspectRatios, { from, to, y, height, gap }: Row): void {
  let x = 0;
  for (let index = from; index < to; index += 1) {
    const width = height * (ratios[index] ?? 1);
    layout.xs[index] = x;
    layout.ys[index] = y;
    layout.widths[index] = width;
    layout.heights[index] = height;
    x += width + gap;
  }
}

export const getTimelineTileBox = ({ xs, ys, widths, heights }: TimelineLayout, index: number): Box => ({
  x: xs[index] ?? 0,
  y: ys[index] ?? 0,
  width: widths[index] ?? 0,
  height: heights[index] ?? 0,
});

/** Returns the first index whose number is at least `value`. */
function lowerBound(numbers: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the tiles between `top` and `bottom` as a half-open range of indexes. */
export const findTimelineTiles = ({ ys, rowHeight }: TimelineLayout, top: number, bottom: number): { from: number; to: number } => ({
  from: lowerBound(ys, top - rowHeight),
  to: lowerBound(ys, bottom),
});

/** Returns the tiles that touch a rectangle. */
export function findTimelineTilesInBox(layout: TimelineLayout, { x, y, width, height }: Box): number[] {
  const { from, to } = findTimelineTiles(layout, y, y + height);
  const found: number[] = [];
  for (let index = from; index < to; index += 1) {
    const box = getTimelineTileBox(layout, index);
    const isApart = box.x > x + width || box.x + box.width < x || box.y > y + height || box.y + box.height < y;
    if (!isApart) found.push(index);
  }
  return found;
}

/** Returns the index of the section at an offset. */
export const findSectionAt = ({ tops }: TimelineLayout, y: number): number => Math.max(0, lowerBound(tops, y + 1) - 1);

/** Returns the index of the section that contains a tile. */
export function findSectionOfTile(sections: readonly TimelineSection[], index: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sections[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the tile to focus after an arrow key: left and right follow the order, up and down lead to the nearest tile of the next row. */
export function getNextTimelineTile(layout: TimelineLayout, index: number, key: ArrowKey): number {
  const { ys } = layout;
  const last = ys.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(0, index - 1);
  if (key === 'ArrowRight') return Math.min(last, index + 1);
  const y = ys[index] ?? 0;
  const rowTile = key === 'ArrowUp' ? lowerBound(ys, y) - 1 : lowerBound(ys, y + 1);
  if (rowTile < 0 || rowTile > last) return index;
  return findNearestInRow(layout, rowTile, getTileCentre(layout, index));
}

const getTileCentre = (layout: TimelineLayout, index: number) => (layout.xs[index] ?? 0) + (layout.widths[index] ?? 0) / 2;

function findNearestInRow(layout: TimelineLayout, rowTile: number, centre: number): number {
  const y = layout.ys[rowTile] ?? 0;
  let nearest = rowTile;
  for (let index = lowerBound(layout.ys, y); layout.ys[index] === y; index += 1)
    if (Math.abs(getTileCentre(layout, index) - centre) < Math.abs(getTileCentre(layout, nearest) - centre)) nearest = index;
  return nearest;
}
