import type { Crop, PaperSize } from '@vitrine/contract';
import type { Area } from '../../platform/media-tools/image-tool-types.ts';

/** Size of the upright, rotated picture in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const WHOLE_IMAGE: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** Returns the largest centered part of the picture with the paper's ratio. */
export function getCenteredCrop({ width, height }: ImageSize, paper: PaperSize | null): Crop {
  if (!paper) return WHOLE_IMAGE;
  const paperRatio = paper.width / paper.height;
  const imageRatio = width / height;
  if (imageRatio > paperRatio) return { x: (1 - paperRatio / imageRatio) / 2, y: 0, width: paperRatio / imageRatio, height: 1 };
  return { x: 0, y: (1 - imageRatio / paperRatio) / 2, width: 1, height: imageRatio / paperRatio };
}

/** Tolerance for browsers, which round to whole pixels of the preview. Beyond it, a print would look stretched. */
const RATIO_TOLERANCE = 0.02;

export function hasPaperRatio(crop: Crop, { width, height }: ImageSize, paper: PaperSize | null): boolean {
  if (!paper) return true;
  const cropRatio = (crop.width * width) / (crop.height * height);
  return Math.abs(cropRatio / (paper.width / paper.height) - 1) <= RATIO_TOLERANCE;
}

/** Converts a crop to whole pixels within the picture, at least one in each direction. */
export function toPixelArea(crop: Crop, { width, height }: ImageSize): Area {
  const left = Math.min(width - 1, Math.round(crop.x * width));
  const top = Math.min(height - 1, Math.round(crop.y * height));
  const right = Math.max(left + 1, Math.min(width, Math.round((crop.x + crop.width) * width)));
  const bottom = Math.max(top + 1, Math.min(height, Math.round((crop.y + crop.height) * height)));
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the lower resolution of both directions, in whole pixels per inch; 0 when the paper is unknown. */
export function getPixelsPerInch(crop: Crop, pixels: ImageSize, paper: PaperSize | null): number {
  if (!paper) return 0;
  const [across, down] = [(crop.width * pixels.width) / paper.width, (crop.height * pixels.height) / paper.height];
  // Compensates rounding errors: 0.1 of 3000 pixels is slightly less than 300 in floating point.
  return Math.floor(Math.min(across, down) + 1e-6);
}

/** Returns the size after a rotation. */
export const rotateSize = ({ width, height }: ImageSize, turn: number): ImageSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };
