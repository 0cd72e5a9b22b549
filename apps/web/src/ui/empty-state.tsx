import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
  /** `h1` where it is all there is on the page. */
  heading?: 'h1' | 'h2';
}

/** An empty frame on the wall: says what is missing and offers the next step. Pages of a reading width give it their whole width (`data-empty`), so that it stands in the middle. */
export function EmptyState({ icon, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-empty="">
      <div className={styles.frame} aria-hidden="true">
        {icon}
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
