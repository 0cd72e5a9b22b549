import type { Crop } from '@vitrine/contract/orders';
import type { CSSProperties } from 'react';

const toPercent = (part: number) => `${part * 100}%`;

/** Lays a picture so that this part of it fills the box around it, which cuts off the rest. */
export const getCropStyle = ({ x, y, width, height }: Crop): CSSProperties => ({
  width: toPercent(1 / width),
  height: toPercent(1 / height),
  left: toPercent(-x / width),
  top: toPercent(-y / height),
});
