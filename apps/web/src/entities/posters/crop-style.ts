import type { Crop } from '@vitrine/contract/orders';
import type { CSSProperties } from 'react';

const share = (part: number) => `${part * 100}%`;

/** Lays a picture so that this part of it fills the box around it, which cuts off the rest. */
export const cropStyle = ({ x, y, width, height }: Crop): CSSProperties => ({
  width: share(1 / width),
  height: share(1 / height),
  left: share(-x / width),
  top: share(-y / height),
});
