import type { ReactNode } from 'react';
import styles from './side-list.module.css';
import { Skeleton } from './skeleton.tsx';
import { SearchBox } from './toolbar.tsx';

interface SideListProps {
  /** What is in it, in the plural. */
  label: string;
  /** What stands above the search. */
  head: ReactNode;
  wanted: string;
  onWant: (text: string) => void;
  isPending: boolean;
  /** Said instead of a list. */
  none?: string;
  children: ReactNode;
}

/** A searched list beside what is open, from which one goes to the next. */
export function SideList({ label, head, wanted, onWant, isPending, none, children }: SideListProps) {
  return (
    <nav className={styles.side} aria-label={label}>
      <div className={styles.head}>{head}</div>
      <SearchBox label={`Search ${label.toLowerCase()}`} value={wanted} onChange={onWant} />
      {isPending && <Skeleton style={{ height: 220 }} />}
      {none && <p className={styles.none}>{none}</p>}
      {children}
    </nav>
  );
}
