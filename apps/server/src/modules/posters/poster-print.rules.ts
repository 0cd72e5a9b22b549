import type { Crop } from '@vitrine/contract';
import type { Area } from '../../platform/media-tools/image-verbs.ts';

/** Upright and turned; what is printed lies in it. */
export interface Pixels {
  width: number;
  height: number;
}

export interface Paper {
  /** Inches. */
  width: number;
  height: number;
}

const INCHES = /(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)/i;

/** The paper by the name of its size (`12 × 18 in`), lying when the orientation says landscape; null when the name has no inches. */
export function paperOf(sizeName: string, orientationName: string): Paper | null {
  const [, first, second] = INCHES.exec(sizeName) ?? [];
  const [one, other] = [Number(first), Number(second)];
  if (!(one > 0 && other > 0)) return null;
  const [short, long] = [Math.min(one, other), Math.max(one, other)];
  if (/landscape/i.test(orientationName)) return { width: long, height: short };
  if (/portrait/i.test(orientationName)) return { width: short, height: long };
  return { width: one, height: other };
}

const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The largest part of the picture in the paper's proportions, from its middle. */
export function middleCrop({ width, height }: Pixels, paper: Paper | null): Crop {
  if (!paper) return WHOLE;
  const wanted = paper.width / paper.height;
  const has = width / height;
  if (has > wanted) return { x: (1 - wanted / has) / 2, y: 0, width: wanted / has, height: 1 };
  return { x: 0, y: (1 - has / wanted) / 2, width: 1, height: has / wanted };
}

/** A browser rounds to whole pixels of its preview; beyond this a print would look stretched. */
const TOLERATED = 0.02;

export function fits(crop: Crop, { width, height }: Pixels, paper: Paper | null): boolean {
  if (!paper) return true;
  const is = (crop.width * width) / (crop.height * height);
  return Math.abs(is / (paper.width / paper.height) - 1) <= TOLERATED;
}

/** In whole pixels within the picture, at least one. */
export function areaOf(crop: Crop, { width, height }: Pixels): Area {
  const left = Math.min(width - 1, Math.round(crop.x * width));
  const top = Math.min(height - 1, Math.round(crop.y * height));
  const right = Math.max(left + 1, Math.min(width, Math.round((crop.x + crop.width) * width)));
  const bottom = Math.max(top + 1, Math.min(height, Math.round((crop.y + crop.height) * height)));
  return { left, top, width: right - left, height: bottom - top };
}

/** Whole pixels per inch on paper, of the side that has fewer; 0 where the paper is not known. */
export function pixelsPerInch(crop: Crop, pixels: Pixels, paper: Paper | null): number {
  if (!paper) return 0;
  const { width, height } = areaOf(crop, pixels);
  return Math.round(Math.min(width / paper.width, height / paper.height));
}

/** A picture's measures once it is turned. */
export const turned = ({ width, height }: Pixels, turn: number): Pixels =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };
