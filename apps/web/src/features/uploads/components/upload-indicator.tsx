import { MESSAGES } from '@vitrine/contract/messages';
import { Spinner } from '../../../ui/spinner.tsx';
import { isUnderWay, useUploads } from '../upload-queue.ts';
import styles from './upload-dock.module.css';

export function UploadIndicator() {
  const { items } = useUploads();
  if (!items.some(isUnderWay)) return null;
  return (
    <output className={styles.indicator}>
      <Spinner size={16} />
      <span className={styles.indicatorText}>{MESSAGES.uploadInProgress}</span>
    </output>
  );
}
