import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { serverReachability } from '../../../lib/reachability.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './away-notice.module.css';

/** While the server does not answer: said once for the whole page, above dialogs too, and gone by itself when it answers again. */
export function ServerUnreachableNotice() {
  const isAway = useSyncExternalStore(serverReachability.subscribe, serverReachability.isAway);
  return createPortal(
    // Always there, so that what appears in it is announced.
    <output className={styles.place}>
      {isAway && (
        <span className={styles.notice}>
          <Spinner />
          Can’t reach the server. Reconnecting…
        </span>
      )}
    </output>,
    document.body,
  );
}
