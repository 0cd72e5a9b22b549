import type { Device } from '@vitrine/contract/devices';
import { getDeviceShape } from '../device-shape.ts';
import styles from './device-selector.module.css';

/** The shape of a wall, small: whether it hangs upright, and how wide it is. */
export function DeviceOutline({ device }: { device: Pick<Device, 'screen' | 'rotation'> }) {
  const { width, height } = getDeviceShape(device);
  return (
    <span className={styles.place} aria-hidden="true">
      <span className={styles.outline} data-upright={height > width ? '' : undefined} style={{ aspectRatio: `${width} / ${height}` }} />
    </span>
  );
}
