import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import styles from './back-link.module.css';
import { ArrowLeftIcon } from './icons.tsx';

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
