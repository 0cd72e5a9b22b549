import { expect, it } from 'vitest';
import { blur, hasBars } from './backdrop.ts';

it.each([
  [{ width: 4000, height: 3000 }, { width: 1920, height: 1080 }, true],
  [{ width: 3000, height: 4000 }, { width: 1080, height: 1920 }, true],
  [{ width: 3840, height: 2160 }, { width: 1920, height: 1080 }, false],
  // A pixel of rounding is no bar.
  [{ width: 1919, height: 1080 }, { width: 1920, height: 1080 }, false],
])('a picture of %o on a stage of %o leaves bars: %s', (picture, stage, wanted) => {
  expect(hasBars(picture, stage)).toBe(wanted);
});

it('blurs without changing an even colour, and spreads an edge evenly to both sides', () => {
  const even = new Uint8ClampedArray(8 * 8 * 4).fill(90);
  blur(even, 8, 8);
  expect(new Set(even)).toEqual(new Set([90]));
  const width = 40;
  const edge = new Uint8ClampedArray(width * 4).map((_, index) => (index / 4 >= width / 2 ? 200 : 0));
  blur(edge, width, 1);
  const reds = Array.from({ length: width }, (_, place) => edge[place * 4] ?? 0);
  expect(reds).toEqual(reds.toSorted((a, b) => a - b));
  expect([reds[0], reds.at(-1)]).toEqual([0, 200]);
  expect(Math.abs((reds[width / 2] ?? 0) + (reds[width / 2 - 1] ?? 0) - 200)).toBeLessThan(10);
});
