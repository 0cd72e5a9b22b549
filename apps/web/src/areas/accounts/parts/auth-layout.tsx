import type { ReactNode } from 'react';
import { FrameWall } from '../../../ui/frame-wall.tsx';
import { Text } from '../../../ui/text.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import styles from './auth-layout.module.css';

/** The form, with a photo wall next to it on wide screens. */
export function AuthLayout({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <section className={styles.panel}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {footer && <Text tone="soft">{footer}</Text>}
      </section>
      <div className={styles.wall}>
        <FrameWall />
      </div>
    </div>
  );
}
