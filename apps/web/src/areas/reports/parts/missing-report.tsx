import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';

/** Takes the place of a report that is loading, or could not be loaded. */
export function MissingReport({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error ? <LoadFailure message={getErrorMessage(error)} onRetry={onRetry} /> : <Skeleton style={{ height: 480 }} />;
}
