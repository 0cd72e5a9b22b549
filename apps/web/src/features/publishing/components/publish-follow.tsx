import type { Device } from '@vitrine/contract/devices';
import { progressWords, screenProgress } from '../../../lib/screen-progress.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './publish-dialog.module.css';

/** Each screen on its way: sent, downloading 3 of 7, showing. */
export function PublishFollow({ devices }: { devices: Device[] }) {
  const showing = devices.filter((device) => screenProgress(device).is === 'showing').length;
  return (
    <>
      <output>{`${showing} of ${devices.length} ${devices.length === 1 ? 'screen is' : 'screens are'} showing it.`}</output>
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
  const isBusy = progress.is === 'sent' || progress.is === 'downloading';
  return (
    <li className={styles.followed}>
      <span className={styles.mark} data-state={progress.is}>
        {progress.is === 'showing' && <CheckIcon />}
        {isBusy && <Spinner />}
      </span>
      <span className={styles.words}>
        <strong>{device.name}</strong>
        <span className={styles.soft}>{progressWords(progress)}</span>
        {progress.is === 'downloading' && (
          <Progress value={(progress.downloaded / progress.total) * 100} label={`Download to ${device.name}`} />
        )}
      </span>
    </li>
  );
}
