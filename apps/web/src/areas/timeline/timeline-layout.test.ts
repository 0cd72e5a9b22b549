import { describe, expect, it } from 'vitest';
import {
  createTimelineShape,
  findSectionAt,
  findSectionOfTile,
  findTimelineTiles,
  getNextTimelineTile,
  getTimelineTileBox,
  layoutTimeline,
} from './timeline-layout.ts';

const ratiosOf = (...thousandths: number[]) => btoa(String.fromCharCode(...thousandths.flatMap((ratio) => [ratio & 255, ratio >> 8])));
const month = (name: string, ...ratios: number[]) => ({ month: name, count: ratios.length, ratios: ratiosOf(...ratios) });
const OPTIONS = { width: 400, rowHeight: 100, gap: 10, titleHeight: 50 };

const shape = createTimelineShape([month('2024-07', 1500, 1500, 1500, 1000, 1000), month('2024-05', 2000)]);
const layout = layoutTimeline(shape, OPTIONS);

describe('timeline layout', () => {
  it('fills rows to the width of the page below each month’s title', () => {
    expect(shape.sections).toEqual([
      { month: '2024-07', start: 0, count: 5 },
      { month: '2024-05', start: 5, count: 1 },
    ]);
    expect(getTimelineTileBox(layout, 0)).toEqual({ x: 0, y: 50, width: 126, height: 84 });
    const third = getTimelineTileBox(layout, 2);
    expect(third.x + third.width).toBeCloseTo(398, 0);
    // The incomplete last row of a month keeps the maximum row height.
    expect(getTimelineTileBox(layout, 3)).toEqual({ x: 0, y: 144, width: 100, height: 100 });
    expect(layout.tops).toEqual([0, 254]);
    expect(getTimelineTileBox(layout, 5)).toEqual({ x: 0, y: 304, width: 200, height: 100 });
    expect(layout.height).toBe(404);
  });

  it('finds the tiles in a range, and the month at an offset and of a tile', () => {
    expect(findTimelineTiles(layout, 0, 60)).toEqual({ from: 0, to: 3 });
    expect(findTimelineTiles(layout, 260, 1000)).toEqual({ from: 5, to: 6 });
    expect([0, 253, 254, 9999].map((y) => findSectionAt(layout, y))).toEqual([0, 0, 1, 1]);
    expect([0, 4, 5].map((index) => findSectionOfTile(shape.sections, index))).toEqual([0, 0, 1]);
  });

  it('moves between tiles and months with arrow keys', () => {
    expect(getNextTimelineTile(layout, 2, 'ArrowDown')).toBe(4);
    expect(getNextTimelineTile(layout, 4, 'ArrowDown')).toBe(5);
    expect(getNextTimelineTile(layout, 5, 'ArrowDown')).toBe(5);
    expect(getNextTimelineTile(layout, 3, 'ArrowUp')).toBe(0);
    expect(getNextTimelineTile(layout, 0, 'ArrowUp')).toBe(0);
    expect([getNextTimelineTile(layout, 1, 'Home'), getNextTimelineTile(layout, 1, 'End')]).toEqual([0, 5]);
  });

  it('returns an empty layout without media', () => {
    expect(layoutTimeline(createTimelineShape([]), OPTIONS)).toMatchObject({ height: 0, tops: [] });
  });
});
