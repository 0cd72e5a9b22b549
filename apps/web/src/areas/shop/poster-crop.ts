import type { Crop } from '@vitrine/contract/orders';
import type { PaperSize } from '@vitrine/contract/poster-sheet';
import type { CSSProperties } from 'react';

interface Pixels {
  width: number;
  height: number;
}

/** The largest part of the picture that has the sheet's shape; `at` says where it lies, from 0 (left, top) to 1 (right, bottom). */
export function createCrop(picture: Pixels, sheet: PaperSize, at: { x: number; y: number }): Crop {
  const ratio = sheet.width / sheet.height / (picture.width / picture.height);
  const [width, height] = ratio < 1 ? [ratio, 1] : [1, 1 / ratio];
  return { x: clampToUnit(at.x) * (1 - width), y: clampToUnit(at.y) * (1 - height), width, height };
}

const clampToUnit = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the position of the crop after the photo below was moved by these shares of the sheet. */
export function moveCrop(crop: Crop, by: { x: number; y: number }): { x: number; y: number } {
  const along = (from: number, length: number, share: number) => (length < 1 ? clampToUnit((from - share * length) / (1 - length)) : 0.5);
  return { x: along(crop.x, crop.width, by.x), y: along(crop.y, crop.height, by.y) };
}

/** Resolution on paper; below `MIN_PIXELS_PER_INCH` pixels are visible. */
export const getPixelsPerInch = (picture: Pixels, crop: Crop, sheet: PaperSize): number =>
  Math.floor((picture.width * crop.width) / sheet.width);

export const MIN_PIXELS_PER_INCH = 100;

/** In the address: `0.5,0.25`. */
export const formatCropPosition = ({ x, y }: { x: number; y: number }): string => `${Number(x.toFixed(4))},${Number(y.toFixed(4))}`;
export function parseCropPosition(text: string | undefined): { x: number; y: number } {
  const [x = 0.5, y = 0.5] = (text ?? '').split(',').map((part) => (part !== '' && Number.isFinite(Number(part)) ? Number(part) : 0.5));
  return { x: clampToUnit(x), y: clampToUnit(y) };
}

const toPercent = (part: number) => `${part * 100}%`;

/** Lays a picture so that this part of it fills the box around it, which cuts off the rest. */
export const getCropStyle = ({ x, y, width, height }: Crop): CSSProperties => ({
  width: toPercent(1 / width),
  height: toPercent(1 / height),
  left: toPercent(-x / width),
  top: toPercent(-y / height),
});
