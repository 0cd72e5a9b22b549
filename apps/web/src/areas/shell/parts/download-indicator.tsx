import { useIsDownloading } from '../../../lib/downloads.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './header.module.css';

export function DownloadIndicator() {
  if (!useIsDownloading()) return null;
  return (
    <output className={styles.indicator} data-indicator>
      <Spinner size={16} />
      <span className={styles.indicatorText}>Download in progress...</span>
    </output>
  );
}
