import type { ReactNode } from 'react';
import { InfoIcon } from './icons.tsx';
import styles from './note-box.module.css';

/** Something about the page that explains what is seen, or is not. */
export function NoteBox({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <InfoIcon />
      <span>{children}</span>
    </p>
  );
}
