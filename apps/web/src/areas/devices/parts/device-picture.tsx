import type { Device } from '@vitrine/contract/devices';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { LockIcon, ScreenIcon } from '../../../ui/app-icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { fitIntoBox, getDeviceShape } from '../../publishing/device-shape.ts';
import styles from './device-picture.module.css';

/** Enough for what is blurred. */
const BACKDROP = { width: 64, height: 64, fit: 'inside' as const };

/** Current content of the screen, in a frame of its shape and with its fit. Dimmed while the state is uncertain. */
export function DevicePicture({ device, width = 400 }: { device: Device; width?: number }) {
  const key = device.screen?.thumbnailKey;
  const share = fitIntoBox(getDeviceShape(device));
  const isCropped = device.fit === 'fill';
  // Whole, with bars where the wall has them.
  const size = { width, height: Math.round((width * 9) / 16), fit: 'inside' as const };
  return (
    <div className={styles.place}>
      <div
        className={styles.bezel}
        data-offline={device.status === 0 ? '' : undefined}
        style={{ width: `${share.width}%`, height: `${share.height}%` }}
      >
        {/* Only cards in sight are drawn, and WebKit forgets a lazy picture in a box whose size follows from a container. */}
        {key && device.fit === 'backdrop' && <img className={styles.backdrop} src={getPictureUrl(key, BACKDROP)} alt="" />}
        {key ? (
          <Picture
            src={getPictureUrl(key, size)}
            srcSet={getPictureSrcSet(key, size)}
            alt={`Now showing on ${device.name}`}
            fit={isCropped ? 'cover' : 'contain'}
            loading="eager"
            fallback={<ScreenIcon size={28} />}
          />
        ) : (
          <Placeholder device={device} />
        )}
      </div>
    </div>
  );
}

/** Name of the owner of a picture that the user cannot see, otherwise the id of the screen. */
function Placeholder({ device }: { device: Device }) {
  const ownerName = device.screen?.ownerName;
  if (ownerName === undefined) return <span className={styles.idle}>{device.deviceId}</span>;
  return (
    <span className={styles.private}>
      <LockIcon size={20} />
      <span>Private album of {ownerName}</span>
    </span>
  );
}
