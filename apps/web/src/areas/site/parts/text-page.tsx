import type { ReactNode } from 'react';
import styles from './text-page.module.css';

/** A page of words: a title, what it is about, and the text. */
export function TextPage({
  title,
  lead,
  children,
  isWide = false,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
}) {
  return (
    <div className={`${styles.page} ${isWide ? styles.isWide : ''}`}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
