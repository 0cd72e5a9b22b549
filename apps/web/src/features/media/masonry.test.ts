import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aspectOf, columnsFor, layoutMasonry } from './masonry.ts';

const shape = fc.record({ width: fc.option(fc.integer({ min: 1, max: 9000 })), height: fc.option(fc.integer({ min: 1, max: 9000 })) });

describe('the masonry', () => {
  it('never lets two pictures overlap, and keeps them all within its height', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (shapes, columns) => {
        const { boxes, height } = layoutMasonry(shapes, 1000, columns, 10);
        const bottoms = new Map<number, number>();
        for (const box of boxes) {
          expect(box.y).toBeGreaterThanOrEqual(bottoms.get(box.x) ?? 0);
          bottoms.set(box.x, box.y + box.height);
          expect(box.x + box.width).toBeLessThanOrEqual(1000.001);
          expect(box.y + box.height).toBeLessThanOrEqual(height);
        }
      }),
    );
  });

  it('gives a portrait its own shape', () => {
    const [box] = layoutMasonry([{ width: 300, height: 400 }], 300, 1, 10).boxes;
    expect(box).toEqual({ x: 0, y: 0, width: 300, height: 400 });
  });

  it('bends only extreme shapes', () => {
    expect(aspectOf({ width: 16, height: 9 })).toBeCloseTo(1.78, 2);
    expect(aspectOf({ width: 10_000, height: 10 })).toBe(2.6);
    expect(aspectOf({ width: null, height: null })).toBeCloseTo(4 / 3);
  });

  it('stands in two columns on a phone and in five on a desk', () => {
    expect([360, 760, 1300, 2400].map(columnsFor)).toEqual([2, 3, 5, 5]);
  });
});
