import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import type { FtpAction } from '../api/profile.ts';
import { useFtpAction } from '../api/profile-mutations.ts';

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

export const FTP_ACTIONS = Object.keys(FTP_ACTION_TEXTS) as FtpAction[];

export function FtpActionDialog({ act, isOpen, onClose }: { act: FtpAction; isOpen: boolean; onClose: () => void }) {
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
