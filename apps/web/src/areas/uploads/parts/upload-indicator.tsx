import { MESSAGES } from '@vitrine/contract/messages';
import { Spinner } from '../../../ui/spinner.tsx';
import { isInProgress } from '../queue-state.ts';
import { useUploads } from '../upload-queue.ts';
import styles from './upload-dock.module.css';

/** Seen, not heard: the dock tells those who listen. */
export function UploadIndicator() {
  const { items } = useUploads();
  if (!items.some(isInProgress)) return null;
  return (
    <span className={styles.indicator} data-indicator>
      <Spinner size={16} />
      <span className={styles.indicatorText}>{MESSAGES.uploadInProgress}</span>
    </span>
  );
}
