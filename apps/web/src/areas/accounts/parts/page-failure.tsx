import { Link } from '@tanstack/react-router';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';

interface PageFailureProps {
  /** Query of the object. */
  query: { error: Error | null; refetch: () => unknown };
  /** Kind of the object: 'album'. */
  what: string;
  /** Address of the list that the missing object belongs to. */
  others: '/main' | '/main/playlist' | '/main/device';
}

/** Page of an object that cannot be shown. For objects that are deleted or no longer shared it offers a link to the list instead of a retry. */
export function PageFailure({ query: { error, refetch }, what, others }: PageFailureProps) {
  if (!(error instanceof AppError) || error.status !== 404) {
    return (
      <>
        <PageHeader title={upperFirst(what)} back={<BackLink to={others} label={`Back to ${what}s`} />} />
        <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <EmptyState
      icon={<WarningIcon size={26} />}
      heading="h1"
      title={`${upperFirst(what)} not available`}
      action={
        <Link to={others} className={buttonClass('primary')}>
          Go to your {what}s
        </Link>
      }
    >
      It may have been deleted or is no longer shared with you.
    </EmptyState>
  );
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
