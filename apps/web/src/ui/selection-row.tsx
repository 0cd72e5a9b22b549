import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './selection-row.module.css';
import { Toolbar } from './toolbar.tsx';

interface SelectionRowProps {
  count: number;
  /** Instead of how many, where there is more to say. */
  words?: string;
  onClear: () => void;
  /** Actions on the selection. */
  children: ReactNode;
}

/** How much of a list is selected and what to do with it; it stays while the list is scrolled. */
export const SelectionRow = ({ count, words = `${count} selected`, onClear, children }: SelectionRowProps) => (
  <div className={styles.bar}>
    <Toolbar label="Selection" staysOnPhone>
      <IconButton label="Clear selection" icon={<CloseIcon />} onClick={onClear} />
      <output className={styles.count}>{words}</output>
      {children}
    </Toolbar>
  </div>
);
