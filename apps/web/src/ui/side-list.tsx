import type { ReactNode } from 'react';
import { Row } from './layout.tsx';
import { Skeleton } from './loading.tsx';
import styles from './side-list.module.css';
import { Text } from './text.tsx';
import { SearchBox } from './toolbar.tsx';

interface SideListProps {
  /** Kind of the items, in plural. */
  label: string;
  /** Content above the search field. */
  head: ReactNode;
  wanted: string;
  onWant: (text: string) => void;
  isPending: boolean;
  /** Said instead of a list. */
  none?: string;
  children: ReactNode;
}

/** Searchable list next to the open object, for switching to others. */
export function SideList({ label, head, wanted, onWant, isPending, none, children }: SideListProps) {
  return (
    <nav className={styles.side} aria-label={label}>
      <Row align="center" justify="between">
        {head}
      </Row>
      <SearchBox label={`Search ${label.toLowerCase()}`} value={wanted} onChange={onWant} />
      {isPending && <Skeleton style={{ height: 220 }} />}
      {none && (
        <Text tone="soft" size="sm">
          {none}
        </Text>
      )}
      {children}
    </nav>
  );
}
