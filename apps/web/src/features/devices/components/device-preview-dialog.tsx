import type { Device } from '@vitrine/contract/devices';
import { getDeviceStateLabel } from '../../../entities/devices/screen-progress.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DevicePicture } from './device-picture.tsx';
import styles from './device-preview-dialog.module.css';

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
