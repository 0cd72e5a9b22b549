import { expect, it } from 'vitest';
import { fitPicture, toUnrotated } from './draw-page.ts';

const WINDOW = { width: 1920, height: 1080 };

it.each([
  [0, { left: 100, top: 50, width: 300, height: 200 }],
  // Rotated clockwise, the top left corner of the page is the top right corner of the window.
  [90, { left: 50, top: 1520, width: 200, height: 300 }],
  [180, { left: 1520, top: 830, width: 300, height: 200 }],
  [270, { left: 830, top: 100, width: 200, height: 300 }],
])('converts a place in a page that is rotated by %i degrees', (rotation, place) => {
  expect(toUnrotated({ left: 100, top: 50, width: 300, height: 200 }, rotation, WINDOW)).toEqual(place);
});

it('places pictures as the browser does', () => {
  const box = { left: 10, top: 0, width: 200, height: 100 };
  const square = { width: 50, height: 50 };
  expect(fitPicture(box, square, 'contain')).toEqual({ left: 60, top: 0, width: 100, height: 100 });
  expect(fitPicture(box, square, 'cover')).toEqual({ left: 10, top: -50, width: 200, height: 200 });
  expect(fitPicture(box, square, 'fill')).toEqual(box);
});
