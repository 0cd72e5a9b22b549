import type { ReactNode } from 'react';
import styles from './card.module.css';

export function CardGrid({ label, minWidth = 220, children }: { label: string; minWidth?: number; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label} style={{ '--card-min': `${minWidth}px` } as React.CSSProperties}>
      {children}
    </ul>
  );
}

interface CardProps {
  picture: ReactNode;
  /** The link that opens the thing; the whole card follows it. */
  title: ReactNode;
  note?: ReactNode;
  /** Buttons of its own, above the link. */
  menu?: ReactNode;
  badge?: ReactNode;
  shape?: 'usual' | 'wide';
}

export function Card({ picture, title, note, menu, badge, shape = 'usual' }: CardProps) {
  return (
    <li className={styles.card} data-shape={shape}>
      <div className={styles.picture}>
        {picture}
        {badge && <div className={styles.badge}>{badge}</div>}
      </div>
      <div className={styles.words}>
        <div className={styles.lines}>
          <h2 className={styles.title}>{title}</h2>
          {note && <div className={styles.note}>{note}</div>}
        </div>
        {menu && <div className={styles.menu}>{menu}</div>}
      </div>
    </li>
  );
}

export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** The same thing as a card, dense. */
export function Row({ picture, title, note, menu, badge }: Omit<CardProps, 'shape'>) {
  return (
    <li className={styles.row}>
      <div className={styles.rowPicture}>{picture}</div>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.rowNote}>{note}</div>
      {badge}
      {menu && <div className={styles.menu}>{menu}</div>}
    </li>
  );
}
