import type { DeviceProgress } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { formatCount } from '../../../lib/format.ts';
import styles from './publish-dialog.module.css';
import { useCountdown } from './use-countdown.ts';

interface PublishWaitProps {
  progress: DeviceProgress;
  /** What comes has a schedule. */
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
