import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who listen. */
export function VisuallyHidden({ children, ...rest }: { children: ReactNode; role?: 'status' }) {
  return (
    <span className={styles.hidden} {...rest}>
      {children}
    </span>
  );
}
