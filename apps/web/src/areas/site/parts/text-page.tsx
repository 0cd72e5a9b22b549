import type { ReactNode } from 'react';
import { Stack } from '../../../ui/layout.tsx';
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
      <Stack as="header" gap={4}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </Stack>
      {children}
    </div>
  );
}
