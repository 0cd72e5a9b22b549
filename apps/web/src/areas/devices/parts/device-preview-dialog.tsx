import type { Device } from '@vitrine/contract/devices';
import { Dialog } from '../../../ui/dialog.tsx';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import styles from './device-dialogs.module.css';
import { DevicePicture } from './device-picture.tsx';

/** What hangs on the wall right now, large. */
export function DevicePreviewDialog({ device, isOpen, onClose }: { device?: Device; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen && device !== undefined} onClose={onClose} size="medium" title={device?.name ?? ''}>
      {device && (
        <>
          <div className={styles.picture}>
            <DevicePicture device={device} width={960} />
          </div>
          <output className={styles.words}>{getDeviceStateLabel(device)}</output>
        </>
      )}
    </Dialog>
  );
}
