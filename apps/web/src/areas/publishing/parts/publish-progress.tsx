import type { Device, DeviceProgress } from '@vitrine/contract/devices';
import { formatCount } from '../../../lib/format.ts';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDelayedClose } from '../../../ui/use-close-later.ts';
import { getSyncProgress } from '../follow.ts';
import { getDeviceStateLabel, getScreenProgress } from '../screen-progress.ts';
import styles from './publish-dialog.module.css';

/** Good news stays this long before the dialog closes by itself (specification 2 §4), in milliseconds. */
const CLOSE_AFTER_MS = 1000;

interface PublishFollowProps {
  /** Undefined until it is known. */
  progress?: DeviceProgress;
  onDone: () => void;
}

/** Each screen on its way: sent, downloading 3 of 7, showing. Of hundreds, those that are not there yet. */
export function PublishProgress({ progress, onDone }: PublishFollowProps) {
  const isDone = progress !== undefined && progress.count > 0 && progress.ready === progress.count && progress.faulty === 0;
  useDelayedClose(isDone, onDone, CLOSE_AFTER_MS);
  if (!progress) return <Skeleton style={{ height: 120 }} />;
  const { count, ready, devices } = progress;
  const untold = count - ready - devices.filter((device) => !getSyncProgress(device).isReady).length;
  return (
    <>
      <output>{`${ready.toLocaleString('en-US')} of ${formatCount(count, 'screen')} updated.`}</output>
      {devices.length > 0 && (
        <ul className={styles.devices} aria-label="Screens">
          {devices.map((device) => (
            <ScreenProgressRow key={device._id} device={device} />
          ))}
        </ul>
      )}
      {untold > 0 && <p className={styles.soft}>{`${formatCount(untold, 'more screen')} updating.`}</p>}
      <p className={styles.soft}>You can close this window. The screens keep updating.</p>
    </>
  );
}

function ScreenProgressRow({ device }: { device: Device }) {
  const progress = getScreenProgress(device);
  const { isReady, fault } = getSyncProgress(device);
  const isBusy = progress.is === 'sent' || progress.is === 'downloading';
  return (
    <li className={styles.followed}>
      <span className={styles.mark} data-state={fault ? 'failed' : progress.is}>
        {fault ? <WarningIcon /> : isReady ? <CheckIcon /> : isBusy && <Spinner />}
      </span>
      <span className={styles.words}>
        <strong>{device.name}</strong>
        <span className={styles.soft}>{getDeviceStateLabel(device)}</span>
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
