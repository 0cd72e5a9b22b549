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
  /** `h1` when the page has no other content. */
  heading?: 'h1' | 'h2';
}

/** Names what is missing and suggests an action. `data-empty` makes narrow pages use their full width, so that the content is centered. */
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
