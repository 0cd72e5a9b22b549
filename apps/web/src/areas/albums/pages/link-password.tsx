import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LockIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { useUnlockSharedAlbum } from '../api/shared-album.ts';
import { SharedAlbumLayout } from '../parts/shared-frame.tsx';
import styles from './shared-album.module.css';

export function LinkPassword({ token }: { token: string }) {
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
        <p className={styles.lead}>Ask the person who sent you the link for the password.</p>
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
