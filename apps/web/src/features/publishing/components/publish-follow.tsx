import type { Device } from '@vitrine/contract/devices';
import { deviceWords, screenProgress } from '../../../lib/screen-progress.ts';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useCloseLater } from '../../../ui/use-close-later.ts';
import { followOf } from '../follow.ts';
import styles from './publish-dialog.module.css';

/** Good news stays this long before the dialog closes by itself (specification 2 §4), in milliseconds. */
const CLOSE_AFTER_MS = 1000;

/** Each screen on its way: sent, downloading 3 of 7, showing. */
export function PublishFollow({ devices, onDone }: { devices: Device[]; onDone: () => void }) {
  const ready = devices.filter((device) => followOf(device).isReady).length;
  const isDone = devices.every((device) => followOf(device).isReady && followOf(device).fault === null);
  useCloseLater(isDone && devices.length > 0, onDone, CLOSE_AFTER_MS);
  return (
    <>
      <output>{`${ready} of ${devices.length} ${devices.length === 1 ? 'screen has' : 'screens have'} it.`}</output>
      <ul className={styles.devices} aria-label="Screens">
        {devices.map((device) => (
          <FollowedScreen key={device._id} device={device} />
        ))}
      </ul>
      <p className={styles.soft}>You can close this. The screens go on by themselves.</p>
    </>
  );
}

function FollowedScreen({ device }: { device: Device }) {
  const progress = screenProgress(device);
  const { isReady, fault } = followOf(device);
  const isBusy = progress.is === 'sent' || progress.is === 'downloading';
  return (
    <li className={styles.followed}>
      <span className={styles.mark} data-state={fault ? 'failed' : progress.is}>
        {fault ? <WarningIcon /> : isReady ? <CheckIcon /> : isBusy && <Spinner />}
      </span>
      <span className={styles.words}>
        <strong>{device.name}</strong>
        <span className={styles.soft}>{deviceWords(device)}</span>
        {progress.is === 'downloading' && (
          <Progress value={(progress.downloaded / progress.total) * 100} label={`Download to ${device.name}`} />
        )}
        {fault && (
          <span className={styles.soft} data-bad="">
            {fault}
          </span>
        )}
      </span>
    </li>
  );
}
