import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
import { RetryIcon, SearchIcon, WarningIcon } from './icons.tsx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** Suggested next action. */
  action?: ReactNode;
  /** `h1` where it is all there is on the page. */
  heading?: 'h1' | 'h2';
}

/** Empty state: what is missing, and the next action. Pages of reading width use their whole width for it (`data-empty`), so that it is centered. */
export function EmptyState({ icon, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-empty="">
      <div className={styles.frame} aria-hidden="true">
        {icon}
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A list that could not be fetched: what happened, and the way to try again. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <EmptyState
      icon={<WarningIcon size={26} />}
      title="Couldn’t load this"
      action={
        <Button onClick={onRetry} icon={<RetryIcon size={18} />}>
          Try again
        </Button>
      }
    >
      {message}
    </EmptyState>
  );
}

/** A search or a filter that finds nothing, with the way back to everything. */
export function NoMatches({ title, onClear, label = 'Clear search' }: { title: string; onClear: () => void; label?: string }) {
  return <EmptyState icon={<SearchIcon size={26} />} title={title} action={<Button onClick={onClear}>{label}</Button>} />;
}
