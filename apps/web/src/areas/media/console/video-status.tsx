import type { QueueItem } from '@vitrine/contract/queues';
import { ClockIcon } from '../../../ui/app-icons.tsx';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import styles from './video-queue.module.css';

const STATUS_ICONS = {
  inprogress: { icon: <ClockIcon size={14} />, word: 'Waiting' },
  success: { icon: <CheckIcon size={14} />, word: 'Success' },
  failed: { icon: <WarningIcon size={14} />, word: 'Failed' },
};

/** The state of a video, how far it is, and why it failed. */
export function VideoStatus({ video: { status, progress, reason } }: { video: QueueItem }) {
  const { icon, word } = STATUS_ICONS[status];
  const said = progress === null ? word : `Processing, ${progress}%`;
  return (
    <span className={styles.status} data-status={status}>
      {icon}
      <span>{reason ? `${said}: ${reason}` : said}</span>
    </span>
  );
}
