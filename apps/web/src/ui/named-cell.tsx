import type { ReactNode } from 'react';
import styles from './named-cell.module.css';

interface NamedCellProps {
  picture: ReactNode;
  /** Link that opens the object. */
  title: ReactNode;
  badge?: ReactNode;
}

/** The cell of a table that names its row, with a picture of it. */
export function NamedCell({ picture, title, badge }: NamedCellProps) {
  return (
    <span className={styles.cell}>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.title}>{title}</span>
      {badge}
    </span>
  );
}
