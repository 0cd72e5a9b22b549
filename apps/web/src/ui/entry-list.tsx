import type { ReactNode } from 'react';
import styles from './entry-list.module.css';

/** List inside a panel: each entry has a title, notes, and badges or buttons. */
export const EntryList = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>;

interface EntryProps {
  title: ReactNode;
  notes: readonly ReactNode[];
  children?: ReactNode;
}

export const Entry = ({ title, notes, children }: EntryProps) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <strong>{title}</strong>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity and never change places
        <span key={index} className={styles.note}>
          {note}
        </span>
      ))}
    </div>
    {children}
  </li>
);
