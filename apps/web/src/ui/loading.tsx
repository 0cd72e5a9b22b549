import type { CSSProperties } from 'react';
import styles from './loading.module.css';

/** Placeholder in the final shape. */
export function Skeleton({ style, className }: { style?: CSSProperties; className?: string }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} style={style} aria-hidden="true" />;
}

export function Spinner({ className, size = 18 }: { className?: string; size?: number }) {
  return <span className={`${styles.spinner} ${className ?? ''}`} style={{ width: size, height: size }} aria-hidden="true" />;
}

/** `value` in percent; null for indeterminate progress. */
export function Progress({ value, label, tone = 'accent' }: { value: number | null; label: string; tone?: 'accent' | 'onPicture' }) {
  return (
    <progress
      className={`${styles.bar} ${styles[tone]}`}
      aria-label={label}
      max={100}
      value={value === null ? undefined : Math.round(value)}
    />
  );
}
