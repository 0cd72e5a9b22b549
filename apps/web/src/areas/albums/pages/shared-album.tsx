import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { LinkIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { sharedAlbumOptions } from '../api/shared-album.ts';
import { SharedAlbumView } from '../parts/shared-album-view.tsx';
import { SharedAlbumLayout } from '../parts/shared-frame.tsx';
import { LinkPassword } from './link-password.tsx';
import styles from './shared-album.module.css';

/** An album for whoever has a link to it, without an account. */
export function SharedAlbumPage() {
  const { token } = useParams({ from: '/shared/$token' });
  const { data, error, refetch } = useQuery(sharedAlbumOptions(token));
  // Also where it could be seen a moment ago: what was revoked is not to be looked at on.
  if (error instanceof AppError && error.status === 404) return <InvalidLink />;
  if (!data)
    return (
      <SharedAlbumLoading>{error && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}</SharedAlbumLoading>
    );
  return data.album ? <SharedAlbumView token={token} album={data.album} /> : <LinkPassword token={token} />;
}

function InvalidLink() {
  usePageTitle('Link not available');
  return (
    <SharedAlbumLayout>
      <EmptyState icon={<LinkIcon size={26} />} title="This link no longer works" heading="h1">
        It may have expired or been revoked, or the address is incomplete. Ask the person who sent it for a new link.
      </EmptyState>
    </SharedAlbumLayout>
  );
}

function SharedAlbumLoading({ children }: { children?: ReactNode }) {
  usePageTitle('Shared album');
  return (
    <SharedAlbumLayout>
      {children || (
        <p className={styles.waiting}>
          <Spinner size={28} />
          <span>Loading album…</span>
        </p>
      )}
    </SharedAlbumLayout>
  );
}
