import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { LinkIcon, LockIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { sharedAlbumOptions, useUnlockSharedAlbum } from '../api/shared-album.ts';
import { SharedAlbumLayout, SharedAlbumView } from '../parts/shared-album-view.tsx';
import styles from './shared-album.module.css';

/** Page of an album for visitors with a link, without an account. */
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

function LinkPassword({ token }: { token: string }) {
  usePageTitle('Shared album');
  const [password, setPassword] = useState('');
  const unlock = useUnlockSharedAlbum(token);
  const isEmpty = unlock.isIdle && password === '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') unlock.mutate(password);
  };
  return (
    <SharedAlbumLayout>
      <form className={styles.password} onSubmit={onSubmit} noValidate>
        <span className={styles.lock} aria-hidden="true">
          <LockIcon size={26} />
        </span>
        <h1 className={styles.title}>This album is password protected</h1>
        <Text tone="soft">Ask the person who sent you the link for the password.</Text>
        <PasswordField
          label="Password"
          autoComplete="off"
          value={password}
          error={unlock.error ? getErrorMessage(unlock.error) : undefined}
          onChange={({ target }) => {
            setPassword(target.value);
            unlock.reset();
          }}
        />
        <Button kind="primary" size="large" type="submit" disabled={isEmpty} isLoading={unlock.isPending}>
          Open album
        </Button>
      </form>
    </SharedAlbumLayout>
  );
}
