import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent' | 'onPicture';

interface BadgeProps {
  tone?: BadgeTone;
  /** A light before the word; the word says the same. */
  dot?: 'online' | 'offline';
  children: ReactNode;
}

export function Badge({ tone = 'neutral', dot, children }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {dot && <span className={styles.dot} data-light={dot} />}
      {children}
    </span>
  );
}
