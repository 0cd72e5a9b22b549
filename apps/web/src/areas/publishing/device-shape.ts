import type { Device } from '@vitrine/contract/devices';

/** Default for screens that have not reported their size. */
const DEFAULT_SHAPE = { width: 16, height: 9 };

interface DeviceShape {
  width: number;
  height: number;
}

/** Returns the size reported by the screen, including its rotation. Before the first report, returns 16:9 in the chosen rotation. */
export function getDeviceShape({ screen, rotation }: Pick<Device, 'screen' | 'rotation'>): DeviceShape {
  const health = screen?.health;
  if (health && health.width > 0 && health.height > 0) return { width: health.width, height: health.height };
  return rotation === 90 || rotation === 270 ? { width: DEFAULT_SHAPE.height, height: DEFAULT_SHAPE.width } : DEFAULT_SHAPE;
}

/** Returns the largest size that fits into a 16:9 box, in percent of the box's sides. */
export function fitIntoBox({ width, height }: DeviceShape): DeviceShape {
  const ratio = width / height / (DEFAULT_SHAPE.width / DEFAULT_SHAPE.height);
  return ratio >= 1 ? { width: 100, height: 100 / ratio } : { width: 100 * ratio, height: 100 };
}
