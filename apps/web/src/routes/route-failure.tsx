import type { ErrorComponentProps } from '@tanstack/react-router';
import { getErrorMessage } from '../lib/app-error.ts';
import { LoadFailure } from '../ui/empty-state.tsx';

/** A page that broke, or whose part could not be loaded: never a blank page. */
export function RouteFailure({ error }: ErrorComponentProps) {
  return <LoadFailure message={getErrorMessage(error)} onRetry={() => window.location.reload()} />;
}
