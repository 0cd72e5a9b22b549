import type { Device } from '@vitrine/contract/devices';
import { pictureSet, pictureUrl } from '../../../entities/media/picture-url.ts';
import { ScreenIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './device-picture.module.css';

/** What is on the wall right now, in a frame. Dimmed while nobody knows for certain. */
export function DevicePicture({ device, width = 400 }: { device: Device; width?: number }) {
  const key = device.screen?.thumbnailKey;
  // Whole, with bars where the wall has them.
  const size = { width, height: Math.round((width * 9) / 16), fit: 'inside' as const };
  return (
    <div className={styles.bezel} data-offline={device.status === 0 ? '' : undefined}>
      {key ? (
        <Picture
          src={pictureUrl(key, size)}
          srcSet={pictureSet(key, size)}
          alt={`Now showing on ${device.name}`}
          fit="contain"
          fallback={<ScreenIcon size={28} />}
        />
      ) : (
        <span className={styles.idle}>{device.deviceId}</span>
      )}
    </div>
  );
}
