import { expect, it } from 'vitest';
import { getTileWidth } from './tile-width.ts';

it('requests existing widths on phones, desktops and high-density displays, and others only beyond them', () => {
  expect([175, 240, 320].map((width) => getTileWidth(width, 1))).toEqual([320, 320, 320]);
  expect([175, 240, 320].map((width) => getTileWidth(width, 2))).toEqual([480, 480, 640]);
  expect([getTileWidth(175.4, 3), getTileWidth(330.2, 1.1), getTileWidth(700.5, 1)]).toEqual([480, 480, 701]);
});
