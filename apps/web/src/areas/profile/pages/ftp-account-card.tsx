import { useQuery } from '@tanstack/react-query';
import type { FtpAccount } from '@vitrine/contract/profile';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { FolderIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EyeIcon, EyeOffIcon, RetryIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type FtpAction, ftpAccountOptions } from '../api/profile.ts';
import { useCreateFtpAccount } from '../api/profile-mutations.ts';
import styles from './ftp-account.module.css';
import { FTP_ACTIONS, FtpActionDialog } from './ftp-act-dialog.tsx';

interface FtpAccountCardProps {
  email: string;
  /** What the password is being asked for. */
  asking: FtpAction | undefined;
  onAsk: (act: FtpAction) => void;
  onAsked: () => void;
}

export function FtpAccountCard({ email, asking, onAsk, onAsked }: FtpAccountCardProps) {
  const account = useQuery(ftpAccountOptions);
  const make = useCreateFtpAccount(email, {
    ...messageToasts,
  });
  if (account.isLoadingError) return <LoadFailure message={getErrorMessage(account.error)} onRetry={() => void account.refetch()} />;
  if (account.isPending) return <Skeleton style={{ height: 260, maxWidth: 560 }} />;
  if (account.data) {
    return (
      <>
        <FtpDetails account={account.data} onAsk={onAsk} />
        {FTP_ACTIONS.map((act) => (
          <FtpActionDialog key={act} act={act} isOpen={asking === act} onClose={onAsked} />
        ))}
      </>
    );
  }
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
      Use an FTP account to upload from cameras, scanners and file managers straight to your albums. Each album appears as a folder.
    </EmptyState>
  );
}

function FtpDetails({ account, onAsk }: { account: FtpAccount; onAsk: (act: FtpAction) => void }) {
  return (
    <section className={styles.card} aria-label="FTP account">
      <dl className={styles.rows}>
        <FtpRow term="Email" value={account.email} />
        {account.ftpPassword === null ? <HiddenPassword onShow={() => onAsk('show')} /> : <ShownPassword password={account.ftpPassword} />}
        <FtpRow term="Host" value={account.ftpHost} />
        <FtpRow term="Port" value={String(account.ftpPort)} />
      </dl>
      <div className={styles.actions}>
        <Button icon={<RetryIcon size={18} />} onClick={() => onAsk('renew')}>
          Reset password
        </Button>
        <Button kind="danger" onClick={() => onAsk('withdraw')}>
          Delete FTP account
        </Button>
      </div>
      <p className={styles.note}>
        Choose “explicit FTP over TLS” (FTPES) in your FTP program. You’ll see one folder per album. Files you upload to a folder appear in
        its album when the upload is complete.
      </p>
    </section>
  );
}

function FtpRow({ term, value, shown = value, children }: { term: string; value?: string; shown?: string; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>
        <code>{shown}</code>
        {children}
        {value !== undefined && <CopyButton text={value} what={term.toLowerCase()} />}
      </dd>
    </div>
  );
}

const DOTS = '••••••••••••';

function HiddenPassword({ onShow }: { onShow: () => void }) {
  return (
    <FtpRow term="Password" shown={DOTS}>
      <IconButton label="Show password" icon={<EyeIcon size={18} />} onClick={onShow} />
    </FtpRow>
  );
}

function ShownPassword({ password }: { password: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FtpRow term="Password" value={password} shown={isShown ? password : DOTS}>
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
        onClick={() => setIsShown(!isShown)}
      />
    </FtpRow>
  );
}
