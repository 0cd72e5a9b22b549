import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who listen. */
export function VisuallyHidden({ children, as: Element = 'span' }: { children: ReactNode; as?: 'span' | 'output' }) {
  return <Element className={styles.hidden}>{children}</Element>;
}
