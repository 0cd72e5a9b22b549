import { expect, it } from 'vitest';
import { getTileWidth } from './tile-width.ts';

it('asks for the widths that are there, on a phone, on a desk and with twice the pixels, and for others only beyond them', () => {
  expect([175, 240, 320].map((width) => getTileWidth(width, 1))).toEqual([320, 320, 320]);
  expect([175, 240, 320].map((width) => getTileWidth(width, 2))).toEqual([480, 480, 640]);
  expect([getTileWidth(175.4, 3), getTileWidth(330.2, 1.1), getTileWidth(700.5, 1)]).toEqual([480, 480, 701]);
});
