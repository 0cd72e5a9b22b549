import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import type { FtpAction } from '../api/profile.ts';
import { useFtpAction } from '../api/profile-mutations.ts';

const FTP_ACTION_TEXTS: Record<FtpAction, { title: string; description: string; submitLabel: string; isDanger?: boolean }> = {
  show: {
    title: 'Show the FTP password',
    description: 'Whoever has it can add to your albums and take from them.',
    submitLabel: 'Show FTP password',
  },
  renew: {
    title: 'Renew the FTP password',
    description: 'Cameras, scanners and programs that use the old one are signed out until you give them the new one.',
    submitLabel: 'Renew password',
  },
  withdraw: {
    title: 'Withdraw the FTP account',
    description: 'Nothing signs in by FTP any more. What was uploaded stays in your albums.',
    submitLabel: 'Withdraw account',
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
