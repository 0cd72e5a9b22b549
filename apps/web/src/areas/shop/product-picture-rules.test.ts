import { describe, expect, it } from 'vitest';
import { getProductPictureError, needsConversion } from './product-picture-rules.ts';

describe('the picture of a product', () => {
  it.each([
    ['frame.jpg', 'image/jpeg', false],
    ['frame.png', 'image/png', false],
    ['frame.webp', 'image/webp', false],
    ['IMG_1.HEIC', 'image/heic', true],
    ['IMG_1.HEIC', '', true],
  ])('may be %s of type "%s"', (name, type, converted) => {
    expect(getProductPictureError({ name, type })).toBeUndefined();
    expect(needsConversion({ name, type })).toBe(converted);
  });

  it.each([
    ['film.mp4', 'video/mp4'],
    ['film.mov', ''],
    ['page.html', 'text/html'],
    ['film.heic', 'video/mp4'],
  ])('is not %s of type "%s"', (name, type) => {
    expect(getProductPictureError({ name, type })).toBe('Only image can be uploaded');
  });
});
