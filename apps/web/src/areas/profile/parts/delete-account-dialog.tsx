import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { endSession } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useDeleteAccount } from '../api/profile-mutations.ts';

const DESCRIPTION =
  'Your albums, photos, videos, playlists and devices will be permanently deleted, and your screens stop showing them. This can’t be undone.';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  email: string;
  /** What becomes of families. */
  families?: ReactNode;
}

export function DeleteAccountDialog({ isOpen, onClose, userId, email, families }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount(userId, {
    onSuccess: () => {
      toast.success('Your account and everything in it has been deleted.');
      endSession({ isByChoice: true });
    },
  });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the account ${email}?`}
      description={
        <>
          {DESCRIPTION} {families}
        </>
      }
      submitLabel="Delete account"
      isDanger
      isSubmitting={remove.isPending}
      failure={remove.error ? getErrorMessage(remove.error) : undefined}
      onSubmit={(password) => remove.mutate({ password })}
    />
  );
}
