import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { comparePictures } from './compare-pictures.rules.ts';

/** Draws a picture by its brightness at each place, from 0 to 1, and returns its ThumbHash. */
function draw(width: number, height: number, brightnessAt: (x: number, y: number) => number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const value = Math.round(255 * brightnessAt((column + 0.5) / width, (row + 0.5) / height));
      rgba.set([value, value, value, 255], (row * width + column) * 4);
    }
  return rgbaToThumbHash(width, height, rgba);
}
const gradient = (x: number, y: number) => 0.2 + 0.4 * x + 0.4 * y;

describe('a screenshot', () => {
  const photo = { photo: draw(96, 54, gradient), picture: { width: 1920, height: 1080 } };
  const frame = { width: 96, height: 54 };

  it('of the photo that fills the screen does not differ', () => {
    expect(comparePictures({ ...photo, screenshot: draw(96, 54, gradient), frame, fit: 'backdrop' })).toBeLessThan(0.05);
  });

  it('of a black screen, and of another photo, differs', () => {
    expect(comparePictures({ ...photo, screenshot: draw(96, 54, () => 0), frame, fit: 'backdrop' })).toBeGreaterThan(0.3);
    const other = draw(96, 54, (x, y) => gradient(1 - x, 1 - y));
    expect(comparePictures({ ...photo, screenshot: other, frame, fit: 'backdrop' })).toBeGreaterThan(0.2);
  });

  it('is compared where a photo of another shape lies', () => {
    const upright = { photo: draw(54, 96, gradient), picture: { width: 1080, height: 1920 } };
    const share = (54 * 54) / 96 / 96;
    const onBlack = draw(96, 54, (x, y) => {
      const inside = (x - 0.5) / share + 0.5;
      return inside < 0 || inside > 1 ? 0 : gradient(inside, y);
    });
    expect(comparePictures({ ...upright, screenshot: onBlack, frame, fit: 'fit' })).toBeLessThan(0.2);
    expect(comparePictures({ ...upright, screenshot: draw(96, 54, () => 0), frame, fit: 'fit' })).toBeGreaterThan(0.3);
  });

  it('is compared with the part of a photo that is not cropped', () => {
    const upright = { photo: draw(54, 96, gradient), picture: { width: 1080, height: 1920 } };
    const share = (54 * 54) / 96 / 96;
    const cropped = draw(96, 54, (x, y) => gradient(x, 0.5 + (y - 0.5) * share));
    expect(comparePictures({ ...upright, screenshot: cropped, frame, fit: 'fill' })).toBeLessThan(0.1);
  });
});
