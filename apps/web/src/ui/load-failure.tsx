import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { RetryIcon, WarningIcon } from './icons.tsx';

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
