import sharp from 'sharp';
import { cornersRgb, type Size } from './media-files.ts';

const UPRIGHT: Size = { width: 96, height: 64 };

export const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
/** Formats in which the EXIF orientation applies. */
export const ORIENTED_FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const;

/** Returns the place in the upright picture of a stored pixel (EXIF 2.32, tag 274). */
const UPRIGHT_PLACES: Record<Orientation, (x: number, y: number) => [x: number, y: number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [UPRIGHT.width - 1 - x, y],
  3: (x, y) => [UPRIGHT.width - 1 - x, UPRIGHT.height - 1 - y],
  4: (x, y) => [x, UPRIGHT.height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [UPRIGHT.width - 1 - y, x],
  7: (x, y) => [UPRIGHT.width - 1 - y, UPRIGHT.height - 1 - x],
  8: (x, y) => [y, UPRIGHT.height - 1 - x],
};

/** Creates an image that is stored rotated or mirrored. Displayed upright it is 96 × 64 pixels and shows CORNERS. */
export function anOrientedImage(format: (typeof ORIENTED_FORMATS)[number], orientation: Orientation): Promise<Buffer> {
  const upright = cornersRgb(UPRIGHT);
  const isSideways = orientation >= 5;
  const width = isSideways ? UPRIGHT.height : UPRIGHT.width;
  const height = isSideways ? UPRIGHT.width : UPRIGHT.height;
  const stored = Buffer.alloc(upright.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = UPRIGHT_PLACES[orientation](x, y);
      upright.copy(stored, (y * width + x) * 3, (fromY * UPRIGHT.width + fromX) * 3, (fromY * UPRIGHT.width + fromX) * 3 + 3);
    }
  }
  return sharp(stored, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}
