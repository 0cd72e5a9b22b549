import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
import { RetryIcon, SearchIcon, WarningIcon } from './icons.tsx';
import { Text } from './text.tsx';

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
      {children && (
        <Text tone="soft" breaks="pretty">
          {children}
        </Text>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Shown when a request failed: the error and a button that tries again. */
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

/** Shown when a search or filter has no results, with a button that clears it. */
export function NoMatches({ title, onClear, label = 'Clear search' }: { title: string; onClear: () => void; label?: string }) {
  return <EmptyState icon={<SearchIcon size={26} />} title={title} action={<Button onClick={onClear}>{label}</Button>} />;
}
