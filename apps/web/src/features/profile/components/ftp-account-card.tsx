import { useQuery } from '@tanstack/react-query';
import type { FtpAccount } from '@vitrine/contract/profile';
import { useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EyeIcon, EyeOffIcon, FolderIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ftpAccountOptions } from '../api/profile.ts';
import { useMakeFtpAccount } from '../api/profile-mutations.ts';
import styles from './ftp-account-card.module.css';

export function FtpAccountCard({ email }: { email: string }) {
  const account = useQuery(ftpAccountOptions);
  const make = useMakeFtpAccount(email, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (account.isError) return <LoadFailure message={messageOf(account.error)} onRetry={() => void account.refetch()} />;
  if (account.isPending) return <Skeleton style={{ height: 260, maxWidth: 560 }} />;
  if (account.data) return <FtpDetails account={account.data} />;
  return (
    <EmptyState
      icon={<FolderIcon size={26} />}
      title="No FTP account yet"
      action={
        <Button kind="primary" isLoading={make.isPending} onClick={() => make.mutate()}>
          Generate FTP account
        </Button>
      }
    >
      With an FTP account, cameras, scanners and file managers can upload straight into your albums. Each album is a folder.
    </EmptyState>
  );
}

function FtpDetails({ account }: { account: FtpAccount }) {
  const [isShown, setIsShown] = useState(false);
  const rows: { term: string; what: string; value: string; shown?: string }[] = [
    { term: 'Email', what: 'email', value: account.email },
    { term: 'Password', what: 'password', value: account.ftpPassword, shown: isShown ? undefined : '••••••••••••' },
    { term: 'Host', what: 'host', value: account.ftpHost },
    { term: 'Port', what: 'port', value: String(account.ftpPort) },
  ];
  return (
    <section className={styles.card} aria-label="FTP account">
      <dl className={styles.rows}>
        {rows.map(({ term, what, value, shown }) => (
          <div key={term} className={styles.row}>
            <dt>{term}</dt>
            <dd>
              <code>{shown ?? value}</code>
              {what === 'password' && (
                <IconButton
                  label={isShown ? 'Hide password' : 'Show password'}
                  icon={isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
                  onClick={() => setIsShown(!isShown)}
                />
              )}
              <CopyButton text={value} what={what} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Choose “explicit TLS” (FTPES) in your file program where it offers it. You find one folder per album; what you put into a folder
        appears in its album as soon as the file is complete.
      </p>
    </section>
  );
}
