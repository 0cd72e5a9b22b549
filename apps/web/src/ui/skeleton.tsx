import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** The final shape before its content is there. */
export function Skeleton({ style, className }: { style?: CSSProperties; className?: string }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} style={style} aria-hidden="true" />;
}
