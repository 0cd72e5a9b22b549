import { Button } from '../../../ui/button.tsx';
import { RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import styles from './media-grid.module.css';

/** The shape is there, but not all that belongs in it: said at the foot of the window, wherever in it somebody is. */
export function PartialLoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <WarningIcon size={18} />
      <span>Some photos and videos couldn’t be loaded.</span>
      <Button kind="quiet" icon={<RetryIcon size={18} />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
