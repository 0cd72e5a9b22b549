import styles from './status-badge.module.css';

/** A status as an administrator named and coloured it; the word carries the meaning, so any colour will do. */
export function OrderStatusBadge({ status }: { status: { name: string; color: string } | undefined }) {
  if (!status) return <span className={styles.badge}>–</span>;
  return (
    <span className={styles.badge}>
      <span className={styles.dot} style={{ background: status.color }} />
      {status.name}
    </span>
  );
}
