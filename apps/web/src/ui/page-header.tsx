import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { ArrowLeftIcon } from './icons.tsx';
import { Row } from './layout.tsx';
import styles from './page-header.module.css';
import { Text } from './text.tsx';
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
        {note && (
          <Text tone="soft" isTabular>
            {note}
          </Text>
        )}
      </div>
      {actions && (
        <Row wrap align="center" gap={2}>
          {actions}
        </Row>
      )}
    </header>
  );
}

interface BackAnchorProps extends ComponentProps<'a'> {
  label: string;
  /** Shows the label next to the arrow, for pages without a title there. */
  isWritten?: boolean;
}

const BackAnchor = ({ label, isWritten = false, ...link }: BackAnchorProps) => (
  <a
    {...link}
    className={styles.back}
    data-written={isWritten ? '' : undefined}
    aria-label={isWritten ? undefined : label}
    title={isWritten ? undefined : label}
  >
    <ArrowLeftIcon />
    {isWritten && label}
  </a>
);

/** Leads from a page to the list above it. */
export const BackLink = createLink(BackAnchor);
