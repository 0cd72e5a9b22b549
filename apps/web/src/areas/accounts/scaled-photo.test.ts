import { expect, it } from 'vitest';
import { getCenteredSquare } from './scaled-photo.ts';

it.each([
  [
    { width: 400, height: 300 },
    { x: 50, y: 0, size: 300 },
  ],
  [
    { width: 301, height: 400 },
    { x: 0, y: 49, size: 301 },
  ],
  [
    { width: 80, height: 80 },
    { x: 0, y: 0, size: 80 },
  ],
])('takes the centered square of %j', (picture, square) => {
  expect(getCenteredSquare(picture)).toEqual(square);
});
