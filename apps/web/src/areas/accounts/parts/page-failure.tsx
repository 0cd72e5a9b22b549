import { Link } from '@tanstack/react-router';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

interface PageFailureProps {
  /** Of the thing. */
  query: { error: Error | null; refetch: () => unknown };
  /** What the page is about: 'album'. */
  what: string;
  /** The list that the thing belongs to. */
  others: '/main' | '/main/playlist' | '/main/device';
}

/** A page about one thing that cannot be shown. Of what is gone, or no longer shared, there is nothing to try again: it leads on. */
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
