import type { Device } from '@vitrine/contract/devices';

/** What hangs on most walls; of a screen that has not told. */
const USUAL = { width: 16, height: 9 };

interface Shape {
  width: number;
  height: number;
}

/** The wall's true shape: as its screen measured it, turned as it is now. */
export function shapeOf({ screen, rotation }: Pick<Device, 'screen' | 'rotation'>): Shape {
  const health = screen?.health;
  if (health && health.width > 0 && health.height > 0) return { width: health.width, height: health.height };
  return rotation === 90 || rotation === 270 ? { width: USUAL.height, height: USUAL.width } : USUAL;
}

/** As large as fits into a box of 16:9, in percent of the box's sides. */
export function shareOfBox({ width, height }: Shape): Shape {
  const ratio = width / height / (USUAL.width / USUAL.height);
  return ratio >= 1 ? { width: 100, height: 100 / ratio } : { width: 100 * ratio, height: 100 };
}
