import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  title: string;
  /** Secondary text next to the title, such as a count. */
  note?: ReactNode;
  /** A way up, before the title. */
  back?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, note, back, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className={styles.header}>
      {back}
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
