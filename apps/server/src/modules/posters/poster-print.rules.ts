import type { Crop, PaperSize } from '@vitrine/contract';
import type { Area } from '../../platform/media-tools/image-tool-types.ts';

/** Upright and turned; what is printed lies in it. */
export interface ImageSize {
  width: number;
  height: number;
}

const WHOLE_IMAGE: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The largest part of the picture in the paper's proportions, from its middle. */
export function getCenteredCrop({ width, height }: ImageSize, paper: PaperSize | null): Crop {
  if (!paper) return WHOLE_IMAGE;
  const wanted = paper.width / paper.height;
  const has = width / height;
  if (has > wanted) return { x: (1 - wanted / has) / 2, y: 0, width: wanted / has, height: 1 };
  return { x: 0, y: (1 - has / wanted) / 2, width: 1, height: has / wanted };
}

/** A browser rounds to whole pixels of its preview; beyond this a print would look stretched. */
const RATIO_TOLERANCE = 0.02;

export function hasPaperRatio(crop: Crop, { width, height }: ImageSize, paper: PaperSize | null): boolean {
  if (!paper) return true;
  const is = (crop.width * width) / (crop.height * height);
  return Math.abs(is / (paper.width / paper.height) - 1) <= RATIO_TOLERANCE;
}

/** In whole pixels within the picture, at least one. */
export function toPixelArea(crop: Crop, { width, height }: ImageSize): Area {
  const left = Math.min(width - 1, Math.round(crop.x * width));
  const top = Math.min(height - 1, Math.round(crop.y * height));
  const right = Math.max(left + 1, Math.min(width, Math.round((crop.x + crop.width) * width)));
  const bottom = Math.max(top + 1, Math.min(height, Math.round((crop.y + crop.height) * height)));
  return { left, top, width: right - left, height: bottom - top };
}

/** Whole pixels per inch on paper, of the side that has fewer; 0 where the paper is not known. */
export function getPixelsPerInch(crop: Crop, pixels: ImageSize, paper: PaperSize | null): number {
  if (!paper) return 0;
  const [across, down] = [(crop.width * pixels.width) / paper.width, (crop.height * pixels.height) / paper.height];
  // A hair more: 0.1 of 3000 pixels is less than 300 by the last digit.
  return Math.floor(Math.min(across, down) + 1e-6);
}

/** A picture's measures once it is turned. */
export const rotateSize = ({ width, height }: ImageSize, turn: number): ImageSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };
