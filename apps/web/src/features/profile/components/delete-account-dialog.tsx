import { PasswordDialog } from '../../../entities/accounts/password-dialog.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import { endSession } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteAccount } from '../api/profile-mutations.ts';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  email: string;
}

export function DeleteAccountDialog({ isOpen, onClose, userId, email }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount(userId, {
    onSuccess: () => {
      toast.success('Your account and everything in it is deleted.');
      endSession();
    },
  });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the account of ${email}?`}
      description="Your albums, photos, videos, playlists and screens are deleted for good, and screens that show them go dark. This can’t be undone."
      submitLabel="Delete account"
      isDanger
      isSubmitting={remove.isPending}
      failure={remove.error ? messageOf(remove.error) : undefined}
      onSubmit={(password) => remove.mutate({ password })}
    />
  );
}
