import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { serverReachability } from '../../../lib/reachability.ts';
import { Spinner } from '../../../ui/loading.tsx';
import styles from './away-notice.module.css';

/** Shown once for the whole page, above dialogs too, while the server does not respond, and removed when it does. */
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
