import { expect, it } from 'vitest';
import { tileWidth } from './tile-width.ts';

it('asks for the widths that are there, on a phone, on a desk and with twice the pixels, and for others only beyond them', () => {
  expect([175, 240, 320].map((width) => tileWidth(width, 1))).toEqual([320, 320, 320]);
  expect([175, 240, 320].map((width) => tileWidth(width, 2))).toEqual([480, 480, 640]);
  expect([tileWidth(175.4, 3), tileWidth(330.2, 1.1), tileWidth(700.5, 1)]).toEqual([480, 480, 701]);
});
