import type { Order } from '@vitrine/contract/orders';
import { getHistoryLabel } from '../order-labels.ts';
import styles from './order-history.module.css';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** All changes of state, newest first; `isNamed` shows who made them. */
export function OrderHistory({ history, isNamed = false }: { history: Order['history']; isNamed?: boolean }) {
  return (
    <ol className={styles.list} aria-label="History">
      {history.map(({ what, before, after, changedBy, changedAt }) => (
        <li key={`${changedAt}-${what}-${after}`} className={styles.change}>
          <time className={styles.soft} dateTime={changedAt}>
            {MOMENT.format(new Date(changedAt))}
          </time>
          <span>{getHistoryLabel({ what, before, after })}</span>
          {isNamed && <span className={styles.soft}>{changedBy ?? 'Payment provider'}</span>}
        </li>
      ))}
    </ol>
  );
}
