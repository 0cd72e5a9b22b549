import { describe, expect, it } from 'vitest';
import { createCrop, formatCropPosition, getPixelsPerInch, moveCrop, parseCropPosition } from './poster-crop.ts';

const MIDDLE = { x: 0.5, y: 0.5 };

describe('what is printed of a picture', () => {
  it('is the largest part that has the shape of the sheet, in the middle', () => {
    // A picture of 3:2 on an upright sheet of 2:3 keeps its height.
    const crop = createCrop({ width: 3000, height: 2000 }, { width: 12, height: 18 }, MIDDLE);
    expect(crop.height).toBe(1);
    expect(crop.width).toBeCloseTo(4 / 9);
    expect(crop.x).toBeCloseTo((1 - 4 / 9) / 2);
    expect((3000 * crop.width) / (2000 * crop.height)).toBeCloseTo(12 / 18);
    expect(getPixelsPerInch({ width: 3000, height: 2000 }, crop, { width: 12, height: 18 })).toBe(111);
  });

  it('moves with the picture, and never beyond its edge', () => {
    const [picture, sheet] = [
      { width: 3000, height: 2000 },
      { width: 12, height: 18 },
    ];
    const crop = createCrop(picture, sheet, MIDDLE);
    const moved = createCrop(picture, sheet, moveCrop(crop, { x: 0.25, y: 0.5 }));
    expect(moved.x).toBeCloseTo(crop.x - 0.25 * crop.width);
    expect(moved.y).toBe(0);
    expect(createCrop(picture, sheet, moveCrop(crop, { x: 9, y: 0 })).x).toBe(0);
    const last = createCrop(picture, sheet, moveCrop(crop, { x: -9, y: 0 }));
    expect(last.x + last.width).toBeCloseTo(1);
  });

  it('keeps its place in the address', () => {
    expect(parseCropPosition(formatCropPosition({ x: 0.25, y: 1 }))).toEqual({ x: 0.25, y: 1 });
    expect(parseCropPosition('-4,words')).toEqual({ x: 0, y: 0.5 });
    expect(parseCropPosition(undefined)).toEqual(MIDDLE);
  });
});
