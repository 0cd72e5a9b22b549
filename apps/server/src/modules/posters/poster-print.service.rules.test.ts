import { parsePaperSize } from '@vitrine/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCenteredCrop, getPixelsPerInch, hasPaperRatio, rotateSize, toPixelArea } from './poster-print.rules.ts';

const pixels = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) });
const paper = fc.record({ width: fc.integer({ min: 1, max: 60 }), height: fc.integer({ min: 1, max: 60 }) });

describe('parsePaperSize', () => {
  it.each([
    ['12 × 18 in', 'Portrait', { width: 12, height: 18 }],
    ['12 × 18 in', 'Landscape', { width: 18, height: 12 }],
    ['24x36', 'landscape, wide', { width: 36, height: 24 }],
    ['18.5 × 12 in', 'Portrait', { width: 12, height: 18.5 }],
    ['254 × 508 mm', 'Portrait', { width: 10, height: 20 }],
  ])('reads the size %s with the orientation %s', (size, orientation, expected) => {
    const found = parsePaperSize(size, orientation);
    expect(found?.width).toBeCloseTo(expected.width);
    expect(found?.height).toBeCloseTo(expected.height);
  });

  it.each(['Large', '0 × 18 in', ''])('does not recognize “%s”, so that every crop fits and no resolution is reported', (name) => {
    const unknown = parsePaperSize(name, 'Portrait');
    expect(unknown).toBeNull();
    const whole = getCenteredCrop({ width: 10, height: 20 }, unknown);
    expect(whole).toEqual({ x: 0, y: 0, width: 1, height: 1 });
    expect([hasPaperRatio(whole, { width: 10, height: 20 }, unknown), getPixelsPerInch(whole, { width: 10, height: 20 }, unknown)]).toEqual(
      [true, 0],
    );
  });
});

describe('a crop', () => {
  it('from the center has the paper’s ratio, lies in the picture and touches two sides', () => {
    fc.assert(
      fc.property(pixels, paper, (picture, sheet) => {
        const crop = getCenteredCrop(picture, sheet);
        expect(hasPaperRatio(crop, picture, sheet)).toBe(true);
        expect(Math.max(crop.width, crop.height)).toBeCloseTo(1);
        expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('is rounded to whole pixels within the picture', () => {
    const part = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 1e-9, max: 1, noNaN: true }));
    fc.assert(
      fc.property(pixels, part, part, (picture, [x, width], [y, height]) => {
        const crop = { x: Math.min(x, 1 - width + 1e-6), y: Math.min(y, 1 - height + 1e-6), width, height };
        const area = toPixelArea({ ...crop, x: Math.max(0, crop.x), y: Math.max(0, crop.y) }, picture);
        expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1);
        expect(area.left + area.width).toBeLessThanOrEqual(picture.width);
        expect(area.top + area.height).toBeLessThanOrEqual(picture.height);
      }),
    );
  });

  it('does not fit when the print would look stretched', () => {
    const sheet = { width: 12, height: 18 };
    expect(hasPaperRatio({ x: 0, y: 0, width: 1, height: 1 }, { width: 3000, height: 4500 }, sheet)).toBe(true);
    expect(hasPaperRatio({ x: 0, y: 0, width: 1, height: 1 }, { width: 3000, height: 4000 }, sheet)).toBe(false);
  });
});

it('computes pixels per inch of the side with the lower resolution', () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  expect(getPixelsPerInch(whole, { width: 3600, height: 5400 }, { width: 12, height: 18 })).toBe(300);
  expect(getPixelsPerInch({ ...whole, width: 0.5, height: 0.5 }, { width: 3600, height: 5400 }, { width: 12, height: 18 })).toBe(150);
  expect(getPixelsPerInch({ ...whole, width: 0.1, height: 0.1 }, { width: 36_000, height: 54_000 }, { width: 12, height: 18 })).toBe(300);
  expect(rotateSize({ width: 3, height: 2 }, 90)).toEqual({ width: 2, height: 3 });
});
