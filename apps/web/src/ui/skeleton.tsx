import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** Placeholder in the final shape. */
export function Skeleton({ style, className }: { style?: CSSProperties; className?: string }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} style={style} aria-hidden="true" />;
}
