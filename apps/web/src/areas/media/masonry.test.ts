import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTilesInBox, findTilesInRange, getColumnCount, getDropIndex, getNextTile, getTileBox, layoutMasonry } from './masonry.ts';
import { decodeAspectRatios, getTileRatio } from './media-sizes.ts';

const ratio = fc.float({ min: Math.fround(0.4), max: Math.fround(2.6), noNaN: true });
const album = fc.array(ratio, { minLength: 1, maxLength: 80 }).map((ratios) => Float32Array.from(ratios));
const columns = fc.integer({ min: 1, max: 5 });
const boxesOf = (masonry: ReturnType<typeof layoutMasonry>) => Array.from(masonry.ys, (_, index) => getTileBox(masonry, index));

describe('the masonry', () => {
  it('never lets two pictures overlap, and keeps them all within its height', () => {
    fc.assert(
      fc.property(album, columns, (ratios, count) => {
        const masonry = layoutMasonry(ratios, 1000, count, 10);
        const bottoms = new Map<number, number>();
        for (const box of boxesOf(masonry)) {
          expect(box.y).toBeGreaterThanOrEqual(bottoms.get(box.x) ?? 0);
          bottoms.set(box.x, box.y + box.height);
          expect(box.x + box.width).toBeLessThanOrEqual(1000.001);
          expect(box.y + box.height).toBeLessThanOrEqual(masonry.height);
        }
      }),
    );
  });

  it('draws every tile that reaches into what is on screen', () => {
    fc.assert(
      fc.property(album, columns, fc.nat(4000), fc.integer({ min: 1, max: 1500 }), (ratios, count, top, height) => {
        const masonry = layoutMasonry(ratios, 1000, count, 10);
        const { from, to } = findTilesInRange(masonry, top, top + height);
        boxesOf(masonry).forEach((box, index) => {
          const isOnScreen = box.y + box.height > top && box.y < top + height;
          if (isOnScreen) expect(index >= from && index < to).toBe(true);
        });
      }),
    );
  });

  it('finds what a rectangle touches, and nothing else', () => {
    const masonry = layoutMasonry(Float32Array.from([1, 1, 1, 1]), 210, 2, 10);
    expect(findTilesInBox(masonry, { x: 0, y: 0, width: 20, height: 20 })).toEqual([0]);
    expect(findTilesInBox(masonry, { x: 90, y: 90, width: 30, height: 30 })).toEqual([0, 1, 2, 3]);
    expect(findTilesInBox(masonry, { x: 102, y: 0, width: 6, height: 200 })).toEqual([]);
  });

  it('puts what is dropped before the tile, or after it on its right half, and at the end below all', () => {
    const masonry = layoutMasonry(Float32Array.from([1, 1, 1]), 210, 2, 10);
    expect([getDropIndex(masonry, 10, 10), getDropIndex(masonry, 90, 10), getDropIndex(masonry, 50, 900)]).toEqual([0, 1, 3]);
  });

  it('is walked by arrows: by order to the sides, within the column up and down', () => {
    const masonry = layoutMasonry(Float32Array.from([1, 1, 1, 1, 1]), 210, 2, 10);
    expect(getNextTile(masonry, 1, 'ArrowRight')).toBe(2);
    expect(getNextTile(masonry, 1, 'ArrowDown')).toBe(3);
    expect(getNextTile(masonry, 4, 'ArrowUp')).toBe(2);
    expect(getNextTile(masonry, 0, 'ArrowUp')).toBe(0);
    expect([getNextTile(masonry, 2, 'Home'), getNextTile(masonry, 2, 'End')]).toEqual([0, 4]);
  });

  it('has two columns on a phone, five on a desktop, and four next to a panel', () => {
    expect([360, 560, 860, 2400].map((width) => getColumnCount(width, false))).toEqual([2, 3, 5, 5]);
    expect(getColumnCount(1000, true)).toBe(4);
  });
});

describe('the shape of an album', () => {
  it('comes as thousandths in base64, and bends only extremes', () => {
    const base64 = Buffer.from(Uint16Array.from([1500, 0, 60_000, 10]).buffer).toString('base64');
    expect(Array.from(decodeAspectRatios(base64), (value) => Math.round(value * 100) / 100)).toEqual([1.5, 1.33, 2.6, 0.4]);
    expect(getTileRatio(16 / 9)).toBeCloseTo(1.78, 2);
  });
});
