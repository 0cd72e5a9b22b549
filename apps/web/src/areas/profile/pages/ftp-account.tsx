import { useQuery } from '@tanstack/react-query';
import type { FtpAccount } from '@vitrine/contract/profile';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { FolderIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { EyeIcon, EyeOffIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { type FtpAction, ftpAccountOptions, useCreateFtpAccount, useFtpAction } from '../api/profile.ts';
import styles from './ftp-account.module.css';

export function FtpAccountPage() {
  const { dialog, open, close } = useDialog();
  const openAction = FTP_ACTIONS.find((act) => dialog === `${act}Ftp`);
  return <FtpAccountCard email={useSession()?.email ?? ''} openAction={openAction} onAsk={(act) => open(`${act}Ftp`)} onClose={close} />;
}

interface FtpAccountCardProps {
  email: string;
  /** Action for which the password is requested. */
  openAction: FtpAction | undefined;
  onAsk: (act: FtpAction) => void;
  onClose: () => void;
}

function FtpAccountCard({ email, openAction, onAsk, onClose }: FtpAccountCardProps) {
  const account = useQuery(ftpAccountOptions);
  const create = useCreateFtpAccount(email, {
    ...messageToasts,
  });
  if (account.isLoadingError) return <LoadFailure message={getErrorMessage(account.error)} onRetry={() => void account.refetch()} />;
  if (account.isPending) return <Skeleton style={{ height: 260, maxWidth: 560 }} />;
  if (account.data) {
    return (
      <>
        <FtpDetails account={account.data} onAsk={onAsk} />
        {FTP_ACTIONS.map((act) => (
          <FtpActionDialog key={act} act={act} isOpen={openAction === act} onClose={onClose} />
        ))}
      </>
    );
  }
  return (
    <EmptyState
      icon={<FolderIcon size={26} />}
      title="No FTP account yet"
      action={
        <Button kind="primary" isLoading={create.isPending} onClick={() => create.mutate()}>
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
      <Stack as="dl">
        <FtpRow term="Email" value={account.email} />
        {account.ftpPassword === null ? <HiddenPassword onShow={() => onAsk('show')} /> : <ShownPassword password={account.ftpPassword} />}
        <FtpRow term="Host" value={account.ftpHost} />
        <FtpRow term="Port" value={String(account.ftpPort)} />
      </Stack>
      <Row wrap gap={2}>
        <Button icon={<RetryIcon size={18} />} onClick={() => onAsk('renew')}>
          Reset password
        </Button>
        <Button kind="danger" onClick={() => onAsk('withdraw')}>
          Delete FTP account
        </Button>
      </Row>
      <Text tone="soft" breaks="pretty">
        Choose “explicit FTP over TLS” (FTPES) in your FTP program. You’ll see one folder per album. Files you upload to a folder appear in
        its album when the upload is complete.
      </Text>
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

const FTP_ACTION_TEXTS: Record<FtpAction, { title: string; description: string; submitLabel: string; isDanger?: boolean }> = {
  show: {
    title: 'Show FTP password',
    description: 'Anyone with this password can add and remove files in your albums.',
    submitLabel: 'Show FTP password',
  },
  renew: {
    title: 'Reset FTP password',
    description: 'Cameras, scanners and programs can’t connect until you enter the new password on them.',
    submitLabel: 'Reset password',
  },
  withdraw: {
    title: 'Delete FTP account',
    description: 'You won’t be able to upload by FTP. Files you have uploaded stay in your albums.',
    submitLabel: 'Delete FTP account',
    isDanger: true,
  },
};

const FTP_ACTIONS = Object.keys(FTP_ACTION_TEXTS) as FtpAction[];

function FtpActionDialog({ act, isOpen, onClose }: { act: FtpAction; isOpen: boolean; onClose: () => void }) {
  const change = useFtpAction(act, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onClose();
    },
  });
  return (
    <PasswordDialog
      {...FTP_ACTION_TEXTS[act]}
      isOpen={isOpen}
      onClose={onClose}
      isSubmitting={change.isPending}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      onSubmit={(password) => change.mutate(password)}
    />
  );
}
