import type { Device, DeviceProgress } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useDelayedClose } from '../../../ui/dialog.tsx';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress, Skeleton, Spinner } from '../../../ui/loading.tsx';
import { getDeviceStateLabel, getScreenProgress, getSyncProgress } from '../screen-progress.ts';
import styles from './publish-dialog.module.css';

/** Delay in milliseconds before the dialog closes after success (specification 2 §4). */
const CLOSE_AFTER_MS = 1000;

interface PublishFollowProps {
  /** Undefined until it is known. */
  progress?: DeviceProgress;
  onDone: () => void;
}

/** Progress of each screen: sent, downloading 3 of 7, showing. For hundreds, those that are not ready. */
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

interface PublishWaitProps {
  progress: DeviceProgress;
  /** True for a scheduled publish. */
  isScheduled: boolean;
  onOver: () => void;
}

/** The pause before something that hangs is taken down (specification 2 §4): time to think again. */
export function PublishCountdown({ progress: { active, devices }, isScheduled, onOver }: PublishWaitProps) {
  const seconds = useCountdown(LIMITS.publishOverActiveWaitMs, onOver);
  const one = active === 1 ? devices.find((device) => device.hasActivePlaylist)?.name : undefined;
  return (
    <div className={styles.wait}>
      <p className={styles.seconds} role="timer" aria-label={`${seconds} seconds left`}>
        {seconds}
      </p>
      <output>{MESSAGES.pleaseWait}</output>
      <p className={styles.soft}>
        {`${one ?? formatCount(active, 'screen')} ${active === 1 ? 'is' : 'are'} already showing a playlist. This one will replace it${isScheduled ? ' at the scheduled times' : ''}.`}
      </p>
    </div>
  );
}

/** Seconds left of a wait that starts when this is mounted; `onOver` is called once, at its end. */
function useCountdown(durationMs: number, onOver: () => void): number {
  const [leftMs, setLeftMs] = useState(durationMs);
  const end = useEffectEvent(onOver);
  useEffect(() => {
    const endsAt = performance.now() + durationMs;
    const timer = setInterval(() => {
      const left = endsAt - performance.now();
      setLeftMs(Math.max(0, left));
      if (left > 0) return;
      clearInterval(timer);
      end();
    }, 100);
    return () => clearInterval(timer);
  }, [durationMs]);
  return Math.ceil(leftMs / 1000);
}
